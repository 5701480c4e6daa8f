import { type RawBuilder, sql } from 'kysely';
import { addReseller } from '../../src/billing/resellers.ts';
import { topUp } from '../../src/billing/top-ups.ts';
import { createVault } from '../../src/kit/vault.ts';
import { sealCredentials } from '../../src/orders/proxies.ts';
import { createKey } from '../../src/resellers/keys.ts';
import { createSignInCode, signIn } from '../../src/sessions/sign-in.ts';
import type { Environment } from './environment.ts';

/** Enough for any number of purchases that a run can make, in micro-dollars. */
const BALANCE = 1_000_000_000_000n;
/**
 * In days. The oldest order was bought so long ago, and the others evenly since. With terms of 30 days three
 * orders in ten are active.
 */
const ORDER_DAYS = 100;
/** In each order. */
const PROXIES = 5;
/** Of each seeded movement, in micro-dollars. */
const CHARGE = 100;

/** On a busy machine, a thousand at once would wait too long for a connection. */
const KEYS_AT_ONCE = 8;

/** A UUID of version 7, which PostgreSQL itself makes only from version 18. */
const NEW_ID = sql`(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || substr(gen_random_uuid()::text, 16))::uuid`;

export interface SeededKey {
  resellerId: number;
  keyId: number;
  apiKey: string;
}
export interface SeededReseller {
  resellerId: number;
  keys: SeededKey[];
}

/** A reseller with a balance and some keys. */
export async function seedReseller({ database }: Environment, keyCount: number): Promise<SeededReseller> {
  const at = new Date();
  const resellerId = await addReseller(database, { name: 'Bench', at });
  await topUp(database, { resellerId, amount: BALANCE, reference: `bench:${resellerId}`, at });
  const keys: SeededKey[] = [];
  while (keys.length < keyCount) {
    const count = Math.min(KEYS_AT_ONCE, keyCount - keys.length);
    const made = await Promise.all(
      Array.from({ length: count }, () => createKey(database, { resellerId, at })),
    );
    keys.push(...made.map((key) => ({ resellerId, ...key })));
  }
  return { resellerId, keys };
}

/** A session of the console; returns its token. */
export async function seedSession(
  { database }: Environment,
  { resellerId }: SeededReseller,
): Promise<string> {
  const at = new Date();
  const { code } = await createSignInCode(database, { resellerId, at });
  return signIn(database, { code, userAgent: undefined, formerToken: undefined, at });
}

/** What orders were bought as: expressions over their numbers `n`, of which the oldest has the largest. */
interface Products {
  tier: RawBuilder<string>;
  type: RawBuilder<string>;
  country: RawBuilder<string>;
}

const ONE_PRODUCT: Products = { tier: sql`'prem'`, type: sql`'ipv4'`, country: sql`'US'` };

/** That of the three oldest orders, and of no others. */
export const RAREST_COUNTRY = 'LU';
/** One of so many, the first ones far more often than the last. */
const unevenOf = (count: number, prime: number) =>
  sql`floor(${sql.lit(count)} * power(n::bigint * ${sql.lit(prime)} % 1009 / 1009.0, 2))::int + 1`;
const PRODUCT = unevenOf(5, 7_919);
/** Five types of three tiers, and forty countries. */
export const MANY_PRODUCTS: Products = {
  tier: sql`(array['prem', 'prem', 'econ', 'econ', 'tg'])[${PRODUCT}]`,
  type: sql`(array['ipv4', 'socks5', 'ipv4', 'ipv6', 'socks5'])[${PRODUCT}]`,
  country: sql`case when n > count - 3 then ${sql.lit(RAREST_COUNTRY)} else (string_to_array(
    'US DE FR GB NL PL UA RU KZ IN BR CA ES IT JP KR AU SE NO FI CZ AT CH BE DK PT RO BG HU GR TR IL ZA MX AR CL SG TH VN ID',
    ' '))[${unevenOf(40, 6_151)}] end`,
};

/** Inserts orders with their operations, in the state after housekeeping. */
export async function seedOrders(
  { database }: Pick<Environment, 'database'>,
  resellerId: number,
  count: number,
  { tier, type, country } = ONE_PRODUCT,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    // This statement takes longer than any that the service sends.
    await sql`set local statement_timeout = '300s'`.execute(tx);
    // One by one, so many orders of one transaction would take hours to count.
    await sql`alter table orders disable trigger orders_counted_in`.execute(tx);
    await sql`
      with bought as (
        select nextval('order_ids') as id, ${NEW_ID} as operation_id,
          now() - make_interval(days => ${ORDER_DAYS}) * n / ${count}::int as at, n, ${count}::int as count
        from generate_series(${count}::int, 1, -1) n
      ), operation as (
        insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
          decide_by, created_at, decided_at)
        select operation_id, ${resellerId}, 'purchase', id, '{}', 9000000, 'settled', operation_id, at, at, at, at
        from bought
      )
      insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
        upstream, renewable, source, created_at, expires_at, filed_status)
      select ${resellerId}, id, operation_id, ${tier}, ${type}, ${country}, '30d', ${PROXIES}::int, 9000000, 'http', 'per_proxy',
        'px6', true, 'api', at, at + interval '30 days',
        case when at + interval '30 days' <= now() - interval '1 minute' then 'expired' else 'active' end
      from bought`.execute(tx);
    await sql`
      insert into order_counts
      select reseller_id, filed_status, count(*) from orders where reseller_id = ${resellerId} group by 1, 2
      on conflict (reseller_id, filed_status) do update set count = excluded.count`.execute(tx);
    await sql`
      insert into order_groups
      select reseller_id, filed_status, tier, type, country, count(*) from orders where reseller_id = ${resellerId}
      group by 1, 2, 3, 4, 5
      on conflict (reseller_id, filed_status, tier, type, country) do update set count = excluded.count`.execute(
      tx,
    );
    await sql`alter table orders enable trigger orders_counted_in`.execute(tx);
  });
}

/** The proxies of each order of a reseller. */
export async function seedProxies(
  { database, credentialsKey }: Environment,
  resellerId: number,
): Promise<void> {
  const vault = createVault(credentialsKey);
  const { rows } = await sql<{ id: string }>`
    select id from orders where reseller_id = ${resellerId}`.execute(database.sql);
  const credentials = { login: 'u7Kd2m9q', password: 'p9Xw4cT1' };
  for (const { id } of rows) {
    const order = { resellerId, orderId: Number(id) };
    const sealed = sealCredentials(vault, order, Array(PROXIES).fill(credentials));
    await sql`
      insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials)
      select ${resellerId}, ${id}, n, ${id} || n::text, '203.0.113.7', 8000 + n,
        case n when 0 then ${sealed}::bytea end
      from generate_series(0, ${PROXIES - 1}::int) n`.execute(database.sql);
  }
}

/** Empties the rate window of every key and keeps its row, because each measured request is to update one. */
export async function emptyRateWindows({ database }: Environment): Promise<void> {
  await database.inTransaction(async (tx) => {
    await sql`truncate rate_windows`.execute(tx);
    await sql`insert into rate_windows (key_id, admitted)
      select id, array_fill('-infinity'::timestamptz, array[60]) from api_keys`.execute(tx);
  });
}

/** A charge for each operation that was seeded with an order; one in a thousand is for traffic. */
export async function seedMovements(
  { database }: Pick<Environment, 'database'>,
  resellerId: number,
): Promise<void> {
  await database.inTransaction(async (tx) => {
    await sql`set local statement_timeout = '300s'`.execute(tx);
    await sql`
      with charged as (
        insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind,
          balance_after, spent_after)
        select reseller_id, id, 1, 'reseller', 'in_flight', ${CHARGE}::int, created_at,
          case n % 1000 when 0 then 'traffic' else 'purchase' end, ${BALANCE}::bigint - n * ${CHARGE}::int,
          n * ${CHARGE}::int
        from (select *, row_number() over (order by created_at) as n from operations where reseller_id = ${resellerId}) o
        returning amount
      ), spent as (select sum(amount) as sum from charged)
      update accounts set balance = balance - sum, spent = sum, moved_at = now()
      from spent where reseller_id = ${resellerId}`.execute(tx);
  });
}
