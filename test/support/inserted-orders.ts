import { sql } from 'kysely';
import type { Services } from '../../src/purchases/services.ts';

interface InsertedOrder {
  tier?: string;
  type?: string;
  country?: string;
}

/**
 * Term orders of a reseller, without proxies: a long list that takes no purchases. Their numbers follow one
 * another; the first ends in an hour, and each an hour later than the one before.
 */
export async function insertOrders(
  { database, clock }: Services,
  resellerId: number,
  count: number,
  { tier = 'prem', type = 'ipv4', country = 'US' }: InsertedOrder = {},
): Promise<void> {
  await sql`
    with bought as (
      select nextval('order_ids') as id, overlay(gen_random_uuid()::text placing '8' from 15 for 1)::uuid as operation_id, ${clock.now()}::timestamptz as at, n
      from generate_series(1, ${count}::int) n
    ), operation as (
      insert into operations (id, reseller_id, kind, order_id, request, amount, state, lease_token, leased_until,
        decide_by, created_at, decided_at)
      select operation_id, ${resellerId}, 'purchase', id, '{}', 600000, 'settled', operation_id, at, at, at, at
      from bought
    )
    insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol, billing,
      upstream, renewable, source, created_at, expires_at, filed_status)
    select ${resellerId}, id, operation_id, ${tier}, ${type}, ${country}, '7d', 1, 600000, 'http', 'per_proxy',
      'px6', true, 'bot', at, at + make_interval(hours => n), 'active'
    from bought`.execute(database.sql);
}
