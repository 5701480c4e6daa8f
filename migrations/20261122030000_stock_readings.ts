import { Migration } from '@mikro-orm/migrations';

/**
 * The last stock readings of the term upstream: a process that starts has them at once, and all processes
 * share them.
 */
export class StockReadings extends Migration {
  override up(): void {
    this.addSql(STOCK_READINGS);
  }
}

const STOCK_READINGS = `
create table stocks (
  name text primary key,
  countries text[] not null,
  read_at timestamptz not null
);
comment on table stocks is 'Where the term upstream sells each of its stocks, as it was last read by any process.';
comment on column stocks.name is 'The upstream''s own name of what one product, or several, are taken from.';

create table stock_counts (
  stock text not null,
  country text not null,
  available integer not null check (available >= 0),
  read_at timestamptz not null,
  primary key (stock, country)
);
comment on table stock_counts is 'How many proxies of a stock were free in a country when the upstream was last asked by any process.';
`;
