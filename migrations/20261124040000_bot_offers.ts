import { Migration } from '@mikro-orm/migrations';

/** What the chat bot has offered for a price: the button that confirms an offer has its token. */
export class BotOffers extends Migration {
  override up(): void {
    this.addSql(OFFERS);
  }
}

const OFFERS = `
create table bot_offers (
  token text primary key,
  reseller_id bigint not null references resellers (id),
  kind text not null check (kind in ('purchase', 'renewal', 'traffic')),
  draft jsonb not null,
  price bigint not null,
  coins integer not null check (coins >= 0),
  created_at timestamptz not null,
  taken_at timestamptz,
  order_id bigint
);
create index bot_offers_created on bot_offers (created_at);
comment on column bot_offers.token is 'The Idempotency-Key of the operation.';
comment on column bot_offers.price is 'The whole price in micro-dollars, with what coins pay of it: the most that is charged.';
comment on column bot_offers.taken_at is 'When it was confirmed; it is replaced by no other offer any more.';
comment on column bot_offers.order_id is 'The order that was bought or changed by it; null until the person was told.';
`;
