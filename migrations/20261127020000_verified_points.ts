import { Migration } from '@mikro-orm/migrations';

/** Up to where the books were verified, so that `ledger verify` reads what has come since. */
export class VerifiedPoints extends Migration {
  override up(): void {
    this.addSql(VERIFIED_POINTS);
  }
}

const VERIFIED_POINTS = `
create table verifications (
  id bigint primary key generated always as identity,
  follows bigint not null unique,
  started_at timestamptz not null,
  checks text not null,
  transfers bigint not null,
  operations bigint not null,
  outside bigint not null,
  adjustments bigint not null,
  in_flight bigint not null,
  revenue bigint not null
);
comment on table verifications is
  'Verifications of the ledger that found nothing and moved the verified point: the sums of all transfers up to it.';
comment on column verifications.follows is
  'The verification whose point it has moved, 0 for none: of two at once only one moves it.';
comment on column verifications.started_at is 'The instant as of which it has read, by the clock of the database.';
comment on column verifications.checks is
  'Which checks it has made. A program with others begins from the beginning.';
comment on column verifications.operations is 'The operations that were charged up to the point.';
comment on column verifications.outside is
  'What the account got from transfers up to the point, less what it gave, in micro-dollars; so are the next three.';

create table verified_accounts (
  reseller_id bigint primary key,
  moved_at timestamptz,
  balance bigint not null,
  spent bigint not null,
  coins_moved_at timestamptz,
  coins bigint not null
) with (fillfactor = 50);
comment on table verified_accounts is
  'The verified point: each account as its last verified movement left it. What is later was not verified.';
comment on column verified_accounts.moved_at is
  'The instant of that movement: all operations that were charged up to it had ended. Null before the first one.';
comment on column verified_accounts.coins_moved_at is 'The same of the last verified line of coins.';
`;
