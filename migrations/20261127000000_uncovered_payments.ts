import { Migration } from '@mikro-orm/migrations';

/** What a balance did not cover of a payment that its payer got back without the service. */
export class UncoveredPayments extends Migration {
  override up(): void {
    this.addSql(PAYMENTS);
  }
}

const PAYMENTS = `
alter table payments add column uncovered bigint;
comment on column payments.uncovered is
  'What the balance did not cover, in micro-dollars, when the payer had got the payment back without us; null for nothing.';
`;
