import { Migration } from '@mikro-orm/migrations';

/**
 * What the work of an operation cost at the upstream. Of what was sold before, and by processes of the
 * version before, it is not known.
 */
export class Costs extends Migration {
  override up(): void {
    this.addSql(COSTS);
  }
}

const COSTS = `
alter table operations add column cost bigint;
comment on column operations.cost is
  'What the upstream took for its work, in micro-dollars at the rate of that moment; null: not known, or nothing was bought.';
alter table house_items add column cost bigint;
comment on column house_items.cost is
  'What was written off has cost this, in micro-dollars, besides the cost of the operation; null: not known.';
`;
