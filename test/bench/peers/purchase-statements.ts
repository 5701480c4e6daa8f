import { prepared } from './database.ts';

/** The product and its price in micro-dollars, on this price list. */
export const selectOffer = prepared<
  [...[protocol: string, renewable: boolean, upstream: string, product: string], days: number, price: number]
>(
  'offer',
  `select y.protocol, y.renewable, y.upstream, y.upstream_product, p.days, coalesce(own.price, standard.price)
  from product_types y
  join periods p on p.tier = y.tier and p.type = y.id
  join prices standard on standard.tier = p.tier and standard.type = p.type and standard.period = p.id
    and standard.price_list = 'standard'
  left join prices own on own.tier = p.tier and own.type = p.type and own.period = p.id
    and own.price_list = $5
  where y.tier = $1 and y.id = $2 and p.id = $3 and y.billing = 'per_proxy' and y.max_quantity >= $4`,
);

/** Takes an amount from a balance that covers it. */
export const updateBalance = prepared<[balance: number, spent: number, movedAt: string]>(
  'balance',
  `update accounts set balance = balance - $2::bigint, spent = spent + $2::bigint,
    moved_at = greatest($3, moved_at + interval '1 microsecond')
  where reseller_id = $1 and balance >= $2::bigint
  returning balance, spent, moved_at::text`,
);

export const insertOperation = prepared<[orderId: number]>(
  'operation',
  `insert into operations (id, reseller_id, kind, order_id, request, amount, lease_token, leased_until, decide_by,
    created_at)
  values ($1, $2, 'purchase', nextval('order_ids'), $3, $4, $5, $6::timestamptz + interval '15 seconds',
    $6::timestamptz + interval '30 seconds', $6)
  returning order_id`,
);

export const insertTransfer = prepared(
  'transfer',
  `insert into ledger (reseller_id, operation_id, stage, debit, credit, amount, created_at, kind, balance_after,
    spent_after)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** Ends an operation unless another worker has taken it over. */
export const settleOperation = prepared<[id: string]>(
  'settle',
  `update operations set state = 'settled', decided_at = $3
  where id = $1 and state = 'running' and lease_token = $2
  returning id`,
);

export const insertSweep = prepared(
  'sweep',
  `insert into sweeps (reseller_id, operation_id, due_at) values ($1, $2, $3::timestamptz + interval '60 seconds')`,
);

export const insertOrder = prepared(
  'order of a purchase',
  `insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol,
    billing, upstream, renewable, source, created_at, expires_at, filed_status)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'per_proxy', $11, $12, 'api', $13, $14, 'active')`,
);

export const insertProxies = prepared(
  'proxies of a purchase',
  `insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials, booked_until)
  select $1, $2, position - 1, upstream_id, host, port, credentials, $3
  from unnest($4::text[], $5::text[], $6::int[], $7::bytea[])
    with ordinality proxy (upstream_id, host, port, credentials, position)`,
);
