/**
 * The first transaction of a purchase, as one statement: finds the offer and its price, takes the price from
 * the balance, and writes the ledger's line, the event, the notice of a low balance and the operation.
 */
export const CHARGE = `
  with offer as (
    select y.protocol, y.renewable, y.upstream, y.upstream_product, p.days,
      coalesce(own.price, standard.price) * $6::int as amount
    from product_types y
    join periods p on p.tier = y.tier and p.type = y.id
    join prices standard on standard.tier = p.tier and standard.type = p.type and standard.period = p.id
      and standard.price_list = 'standard'
    left join prices own on own.tier = p.tier and own.type = p.type and own.period = p.id
      and own.price_list = $7
    where y.tier = $3 and y.id = $4 and p.id = $5 and y.billing = 'per_proxy' and y.max_quantity >= $6::int
  ), paid as (
    update accounts set balance = balance - amount from offer
    where reseller_id = $1::bigint and balance >= amount
    returning balance, amount
  ), line as (
    insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
    select $1::bigint, $2::uuid, 1, 'reseller', 'in_flight', amount, $9::timestamptz from paid
  ), announced as (
    insert into outbox (topic, reseller_id) select 'balance', $1::bigint from paid
  ), noticed as (
    insert into notices (reseller_id, kind, balance, threshold_usd, created_at)
    select id, 'low_balance', balance, low_balance_threshold_usd, $9::timestamptz
    from paid join resellers on id = $1::bigint
    where balance < low_balance_threshold_usd * 1000000::bigint
      and balance + amount >= low_balance_threshold_usd * 1000000::bigint
  ), started as (
    insert into operations (id, reseller_id, kind, order_id, request, amount, lease_token, leased_until, decide_by,
      created_at)
    select $2::uuid, $1::bigint, 'purchase', nextval('order_ids'),
      jsonb_build_object('tier', $3::text, 'type', $4::text, 'period', $5::text, 'quantity', $6::int,
        'country', $10::text, 'source', 'api', 'protocol', protocol, 'renewable', renewable, 'upstream', upstream,
        'product', upstream_product, 'days', days),
      paid.amount, $8::uuid, $9::timestamptz + interval '15 seconds', $9::timestamptz + interval '30 seconds',
      $9::timestamptz
    from paid, offer
    returning order_id
  )
  select protocol, renewable, upstream, days, amount, (select order_id from started) from offer`;

/**
 * The second transaction, as one statement: settles the operation, writes the ledger's line, the event, the
 * order and its proxies, and plans the sweep.
 */
export const SETTLE = `
  with settled as (
    update operations set state = 'settled', decided_at = $3::timestamptz
    where id = $1::uuid and state = 'running' and lease_token = $2::uuid
    returning reseller_id, order_id, id as operation_id, amount
  ), line as (
    insert into transfers (reseller_id, operation_id, stage, debit, credit, amount, created_at)
    select reseller_id, operation_id, 2, 'in_flight', 'revenue', amount, $3::timestamptz from settled
  ), announced as (
    insert into outbox (topic, reseller_id, order_id) select 'order', reseller_id, order_id from settled
  ), swept as (
    insert into sweeps (reseller_id, operation_id, due_at)
    select reseller_id, operation_id, $3::timestamptz + interval '60 seconds' from settled
  ), ordered as (
    insert into orders (reseller_id, id, operation_id, tier, type, country, period, quantity, price, protocol,
      billing, upstream, renewable, source, created_at, expires_at, filed_status)
    select reseller_id, order_id, operation_id, $4, $5, $6, $7, $8::int, amount, $9, 'per_proxy', $10,
      $11::boolean, 'api', $3::timestamptz, $12::timestamptz, 'active'
    from settled
  ), delivered as (
    insert into proxies (reseller_id, order_id, position, upstream_id, host, port, credentials, booked_until)
    select reseller_id, order_id, position - 1, upstream_id, host, port, credentials, $12::timestamptz
    from settled, unnest($13::text[], $14::text[], $15::int[], $16::bytea[])
      with ordinality proxy (upstream_id, host, port, credentials, position)
  )
  select order_id from settled`;
