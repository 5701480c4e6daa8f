// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.

/** One place in the program, and what a careless change would make of it. */
interface Change {
  /** Path from `src`. */
  file: string;
  from: string;
  to: string;
}

function change(file: string, from: string, to: string): Change {
  return { file, from, to };
}

/** Where the database writes events. */
const WRITE_EVENT = '../migrations/0008_events.ts';

/** Those that show where people talk to the bot. */
export const CHAT_DEFECTS: ReadonlySet<string> = new Set([
  'payment-credited-twice',
  'button-without-its-token',
  'a-message-that-is-not-sent',
  'stars-at-a-tenth',
  'a-tenth-is-credited',
  'cashback-tenfold',
  'any-report-is-signed',
  'reward-to-another',
  'coins-lost-at-a-refund',
  'receipt-told-twice',
  'wrong-amount-told',
  'notice-to-another',
  'credited-to-another',
  'low-balance-missed',
  'low-balance-repeated',
  'another-term',
  'sold-at-the-price-of-programs',
]);

/** Those that show where orders renew themselves. */
export const RENEWAL_DEFECTS: ReadonlySet<string> = new Set([
  'renewed-twice',
  'a-limit-that-one-order-passes',
  'told-as-renewed-and-was-not',
]);

/** Those that show where lists are read from copies of the database. */
export const COPY_DEFECTS: ReadonlySet<string> = new Set([
  'a-read-older-than-its-own-write',
  'a-copy-that-is-far-behind',
]);

/**
 * Mistakes that a program like this is known to be made with. The harness is worth as much as it finds of
 * them.
 */
export const DEFECTS: Record<string, Change[]> = {
  'no-fence': [
    change(
      'purchases/settle.ts',
      '.where((eb) => isOurs(eb, { id, leaseToken }))',
      ".where('operations.id', '=', id)",
    ),
    change(
      'billing/ledger.ts',
      "with('entry', (cte) =>\n    insertSelect(cte.insertInto('ledger')",
      "with('entry', (cte) =>\n    insertSelect(cte.insertInto('ledger').onConflict((conflict) => conflict.doNothing())",
    ),
    change(
      'purchases/sweeps.ts',
      "insertSelect(db.insertInto('sweeps')",
      "insertSelect(db.insertInto('sweeps').onConflict((conflict) => conflict.doNothing())",
    ),
  ],
  'balance-from-memory': [
    change(
      'billing/ledger.ts',
      "eb('balance', '-',",
      `eb(eb.selectFrom('accounts as known').select('known.balance')
        .whereRef('known.reseller_id', '=', 'movement.reseller_id'), '-',`,
    ),
  ],
  'no-refund': [
    change(
      'billing/ledger.ts',
      "balance: eb(eb('balance', '+',",
      "balance: isSpending ? eb.ref('accounts.balance').$castTo<bigint>() : eb(eb('balance', '+',",
    ),
  ],
  'no-idempotency': [
    change(
      'purchases/flow.ts',
      'claim: key === undefined ? undefined :',
      'claim: key !== null ? undefined :',
    ),
  ],
  'replay-from-the-live-order': [
    change(
      'purchases/flow.ts',
      "if ('sale' in charged) return { sale: charged.sale as Delivered, replayed: true };",
      `if ('sale' in charged) {
    const { findOrder } = await import('../orders/order.ts');
    const { id } = charged.sale.order;
    const order = await findOrder(services.database.sql, buyer.resellerId, id, services.clock.now());
    return { sale: { ...charged.sale, order } as Delivered, replayed: true };
  }`,
    ),
  ],
  'no-look-up-and-no-sweep': [
    change(
      'purchases/flow.ts',
      'return lookUpUntilDecided(services, operation, handler, error);',
      'return { refusal: new ProviderError({ cause: error }) };',
    ),
    change(
      'purchases/sweeps.ts',
      ".selectFrom(ended.as('ended'))",
      ".selectFrom(ended.as('ended')).where(sql.lit(false))",
    ),
  ],
  'no-sweep': [
    change(
      'purchases/sweeps.ts',
      ".selectFrom(ended.as('ended'))",
      ".selectFrom(ended.as('ended')).where(sql.lit(false))",
    ),
  ],
  'sweeps-that-give-nothing-back': [
    change(
      'purchases/recovery.ts',
      'return await handler.sweep(services, operation, state, decidedAt);',
      "return services && decidedAt && state && handler ? 'done' : 'busy';",
    ),
  ],
  'no-recovery': [
    change(
      'purchases/recovery.ts',
      'const take = () => takeLapsedOperation(services);',
      'const take = async () => undefined;',
    ),
  ],
  'no-repair': [
    change(
      'luxury/change-at-upstream.ts',
      'const leased = await takeInDoubt(database.sql, clock.now());',
      'const leased = services ? undefined : await takeInDoubt(database.sql, clock.now());',
    ),
  ],
  'forgotten-doubt': [
    change(
      'luxury/change-at-upstream.ts',
      '...(inDoubt ? LEASE.ended(now) : LEASE.givenBack()),',
      '...LEASE.givenBack(),',
    ),
  ],
  'unscoped-read': [
    change(
      'orders/order.ts',
      ".where('reseller_id', '=', resellerId).where('id', '=', id)",
      ".where('id', '=', id)",
    ),
  ],
  'a-rate-of-90': [
    change('resellers/rate-limit.ts', 'const REQUESTS_PER_WINDOW = 60;', 'const REQUESTS_PER_WINDOW = 90;'),
  ],
  'keys-in-the-log': [
    change(
      'resellers/admission.ts',
      'if (values.length === 0)',
      'process.stderr.write(String(values[0]));\n  if (values.length === 0)',
    ),
  ],
  'keys-in-refusals': [
    change(
      'resellers/admission.ts',
      'if (values.length === 0)',
      'Object.assign(globalThis, { asker: values[0] });\n  if (values.length === 0)',
    ),
    change(
      'catalog/errors.ts',
      "super('The provider did not carry it out,",
      "super(String(Reflect.get(globalThis, 'asker')) + ': the provider did not carry it out,",
    ),
  ],
  // A charge is known by the number of its report, and not by its own: what was found paid is reported later.
  'payment-credited-twice': [
    change(
      'payments/crypto-pay/webhook.ts',
      'update_type: z.string(),',
      'update_id: z.int(), update_type: z.string(),',
    ),
    change(
      'payments/crypto-pay/webhook.ts',
      'await credit(await paymentsOf(receipt.payload), receipt);',
      'await credit(await paymentsOf(receipt.payload), { ...receipt, chargeId: `u${report?.update_id}` });',
    ),
  ],
  'button-without-its-token': [
    change('bot/dialogues/offer.ts', 'idempotencyKey: token }', 'idempotencyKey: undefined }'),
    change(
      'bot/dialogues/offer.ts',
      'if (known && known.orderId !== null)',
      'if (known && known.orderId === 0)',
    ),
  ],
  'a-message-that-is-not-sent': [
    change(
      'bot/outgoing/sender.ts',
      'await client.call(toCall(vault, head));',
      'if ((head.userId + head.number) % 20 !== 1) await client.call(toCall(vault, head));',
    ),
  ],
  // An invoice asks for a tenth of the Stars.
  'stars-at-a-tenth': [
    {
      file: 'payments/stars/stars.ts',
      from: '+ 999_999n) / 1_000_000n',
      to: '+ 999_999n) / 10_000_000n',
    },
  ],
  // What was paid is credited at a tenth.
  'a-tenth-is-credited': [
    {
      file: 'payments/credit.ts',
      from: 'amount: BigInt(row.amount ?? 0),',
      to: 'amount: BigInt(row.amount ?? 0) / 10n,',
    },
  ],
  // A sale earns ten times the coins.
  'cashback-tenfold': [
    {
      file: 'purchases/operation.ts',
      from: 'cashback: coinsFor(amount, rates.cashback),',
      to: 'cashback: 10 * coinsFor(amount, rates.cashback),',
    },
  ],
  // Whoever reports a payment is believed.
  'any-report-is-signed': [
    {
      file: 'payments/crypto-pay/crypto-pay.ts',
      from: 'return timingSafeEqual(',
      to: 'return body.length > 0 || timingSafeEqual(',
    },
    {
      file: 'payments/crypto-pay/crypto-pay.ts',
      from: 'if (!HEX.test(signature)) return false;',
      to: 'if (!HEX.test(signature)) return body.length > 0;',
    },
  ],
  // Who invites somebody is rewarded for somebody else.
  'reward-to-another': [
    {
      file: 'resellers/referrals.ts',
      from: ".where('referral_code', '=', code)",
      to: ".where('referral_code', '<>', code)",
    },
  ],
  // What is given back comes without the coins.
  'coins-lost-at-a-refund': [
    {
      file: 'purchases/operation.ts',
      from: 'coins: coins.spent }]',
      to: 'coins: 0 }]',
    },
  ],
  // A payment is told of twice.
  'receipt-told-twice': [
    {
      file: 'bot/notices/notices.ts',
      from: 'if (message) messages.push(message);',
      to: 'if (message) messages.push(message, message);',
    },
  ],
  // A receipt says another amount than was credited.
  'wrong-amount-told': [
    {
      file: 'bot/dialogues/offer.ts',
      from: "texts.message('credited', { amount, ",
      to: "texts.message('credited', { amount: amount + 10_000n, ",
    },
  ],
  // What happens is told to somebody else.
  'notice-to-another': [
    {
      file: 'bot/notices/notices.ts',
      from: 'const person = await lockPersonOf(tx, resellerId);',
      to: 'const person = await lockPersonOf(tx, Math.max(1, resellerId - 1));',
    },
  ],
  // A payment is credited to somebody else.
  'credited-to-another': [
    {
      file: 'payments/credit.ts',
      from: 'resellerId: asked.reseller_id,',
      to: 'resellerId: Math.max(1, asked.reseller_id - 1),',
    },
  ],
  // A fall from just the limit is not told.
  'low-balance-missed': [
    {
      file: WRITE_EVENT,
      from: 'if last.balance >= threshold and',
      to: 'if last.balance > threshold and',
    },
  ],
  // Each charge of a low balance is told.
  'low-balance-repeated': [
    {
      file: WRITE_EVENT,
      from: 'if last.balance >= threshold and',
      to: 'if last.balance > 0 and',
    },
  ],
  // The longest term is bought, whatever was chosen.
  'another-term': [
    {
      file: 'bot/buy/product.ts',
      from: 'draft.period = period.id;',
      to: 'draft.period = product.periods.at(-1)?.id ?? period.id;',
    },
  ],
  // The chat sells at the prices of the API.
  'sold-at-the-price-of-programs': [
    {
      file: 'purchases/product.ts',
      from: "buyer.source === 'bot' ? period.retailPrice : period.price",
      to: "buyer.source === 'bot' ? period.price : period.retailPrice",
    },
  ],
  // Whoever gives a command again, because its answer was lost, moves the money again.
  'correction-made-again': [
    change(
      'billing/corrections.ts',
      '  const { amount } = correction;',
      `  const { amount } = correction;
  if (await findCorrection(tx, correction.reference))
    correction = { ...correction, reference: correction.reference + ', again' };`,
    ),
  ],
  'credentials-in-clear': [
    change(
      'kit/vault.ts',
      'seal(plaintext, rowIdentity) {',
      'seal(plaintext, rowIdentity) {\n      if (rowIdentity) return Buffer.from(plaintext);',
    ),
    change(
      'kit/vault.ts',
      "throw new RangeError('sealed by an unknown version of the vault');",
      "return { id: idOf(first), text: sealed.toString('utf8') };",
    ),
  ],
  // Of what was asked for, what was charged and what was delivered.
  'charges-for-one': [
    change('purchases/purchase.ts', 'total: price * BigInt(wanted.quantity) }', 'total: price }'),
  ],
  'the-standard-price-for-everybody': [
    change('resellers/admission.ts', '    priceList,\n', "    priceList: 'standard',\n"),
  ],
  'an-old-price': [
    change(
      'catalog/catalog.ts',
      'if (version !== this.#version) this.#kept = new Map();',
      'if (this.#version === undefined) this.#kept = new Map();',
    ),
  ],
  'no-limit-of-the-price': [
    change(
      'purchases/purchase.ts',
      'if (maxPrice !== undefined && total > maxPrice)',
      'if (maxPrice !== undefined && total < 0n)',
    ),
  ],
  'delivers-one': [
    change(
      'purchases/buy-proxies.ts',
      'createOrder(vault, order, originOf(operation), issued),',
      'createOrder(vault, order, originOf(operation), issued.slice(0, 1)),',
    ),
    change(
      'purchases/buy-proxies.ts',
      'sale: { order, proxies: issued.map(toProxy),',
      'sale: { order, proxies: issued.slice(0, 1).map(toProxy),',
    ),
  ],
  'another-country': [
    change(
      'upstreams/px6/px6.ts',
      'country: country.toLowerCase(),\n      version',
      "country: country === 'DE' ? 'nl' : country.toLowerCase(),\n      version",
    ),
  ],
  'a-term-of-30-for-90': [
    change(
      'upstreams/px6/px6.ts',
      'period: String(days),\n      country',
      'period: String(days === 90 ? 30 : days),\n      country',
    ),
  ],
  'a-renewal-of-another-length': [
    change(
      'purchases/renew.ts',
      '{ ...soldAs(product), period, days: term.days }',
      '{ ...soldAs(product), period, days: term.days === 30 ? 7 : term.days }',
    ),
  ],
  'more-traffic-than-was-paid-for': [
    change(
      'purchases/add-traffic.ts',
      '...soldAs(product), period, gb: volume.gb }',
      '...soldAs(product), period, gb: volume.gb + 1 }',
    ),
  ],
  'another-password': [
    change(
      'orders/proxies.ts',
      'credentials: sealCredentials(vault, { resellerId, orderId }, proxies),',
      'credentials: sealCredentials(\n      vault,\n      { resellerId, orderId },\n      proxies.map((proxy) => ({ ...proxy, password: `${proxy.password}0` })),\n    ),',
    ),
  ],
  // Of money.
  'a-balance-of-a-dollar-more': [
    change(
      'graphql/schema/viewer.ts',
      '(await walletOf(viewer, context)).balance,',
      '(await walletOf(viewer, context)).balance + 1_000_000n,',
    ),
  ],
  'no-low-balance-notice': [change(WRITE_EVENT, 'if last.balance >= threshold and', 'if false and')],
  'a-notice-for-every-charge': [change(WRITE_EVENT, 'if last.balance >= threshold and', 'if')],
  'no-notice-of-money': [
    change(
      WRITE_EVENT,
      "elsif new.kind = 'adjustment' then",
      "elsif new.kind = 'adjustment' and new.amount < 1000000 then null;\n  elsif new.kind = 'adjustment' then",
    ),
  ],
  'spending-of-a-cent-more': [
    change(
      'graphql/schema/viewer.ts',
      'return after - before;',
      'return after > before ? after - before + 10_000n : 0n;',
    ),
  ],
  'a-statement-without-renewals': [
    change(
      'billing/ledger.ts',
      'flatMap(({ kinds }): readonly MovementKind[] => kinds)',
      "flatMap(({ kinds }) => kinds.filter((kind) => kind !== 'renewal'))",
    ),
  ],
  'a-statement-of-one-proxy': [
    change(
      'purchases/account-statement.ts',
      "counted(product.quantity, 'proxy', 'proxies')",
      "counted(1, 'proxy', 'proxies')",
    ),
  ],
  // Of the upstreams, after the end of an operation.
  'giving-back-that-only-asks': [
    change(
      'upstreams/px6/px6.ts',
      "call('delete', { ids: upstreamIds.join(',') },",
      "call('getproxy', { ids: upstreamIds.join(',') },",
    ),
  ],
  'goods-of-refunds-are-kept': [
    change(
      'purchases/buy-proxies.ts',
      'const surplus = held.map(',
      "const surplus = (ended === 'refunded' ? [] : held).map(",
    ),
  ],
  'traffic-of-refunds-is-kept': [
    change(
      'purchases/account-traffic.ts',
      'if (surplus >= BYTES_PER_GB) {',
      'if (surplus >= BYTES_PER_GB * 1_000n) {',
    ),
  ],
  'written-off-twice': [
    change(
      'purchases/cost.ts',
      'operation_id: operationId, unit, quantity, cost, noted_at: now })',
      'operation_id: operationId, unit, quantity: quantity * 2, cost, noted_at: now })',
    ),
  ],
  // Of lists, settings, traffic and ends.
  'a-list-without-the-oldest': [
    change(
      'orders/page-statements.ts',
      'from (select * from selected order by id',
      'from (select * from selected where id > (select min(o.id) from orders o where o.reseller_id = :resellerId) order by id',
    ),
  ],
  'a-total-of-one-more': [
    change(
      'orders/page-statements.ts',
      'as total\n    from (select * from selected',
      '+ 1 as total\n    from (select * from selected',
    ),
  ],
  'settings-that-are-not-applied': [
    change(
      'luxury/update-settings.ts',
      'if (!isOurs && (leased.inDoubt || names.length > 0)) await configure(',
      'if (!isOurs && leased.inDoubt) await configure(',
    ),
  ],
  'threads-that-are-not-kept': [
    change(
      'luxury/update-settings.ts',
      'checkSettings(applyChange(leased.settings, change),',
      'checkSettings(applyChange(leased.settings, { ...change, threads: undefined }),',
    ),
  ],
  'a-mark-that-is-not-told': [
    change(WRITE_EVENT, "unnest('{80,95,100}'::int[])", "unnest('{80,100}'::int[])"),
  ],
  'usage-that-never-shrinks': [
    change(
      'luxury/usage.ts',
      '= (t.reseller_id, t.order_id) and t.used < least(',
      '= (t.reseller_id, t.order_id) and false and t.used < least(',
    ),
  ],
  'samples-of-half': [
    change('luxury/usage-samples.ts', 'bytes: Number(bytes) });', 'bytes: Number(bytes) / 2 });'),
  ],
  'ends-that-are-not-told': [
    change('orders/ends.ts', 'const MARKS = [72, 24];', 'const MARKS = [] as number[];'),
  ],
  // Of events and webhooks.
  'event-left-out': [
    change(
      WRITE_EVENT,
      "when (new.credit <> 'in_flight' and not",
      "when (new.credit <> 'in_flight' and new.kind is distinct from 'refund' and not",
    ),
  ],
  // A charge tells of its work, and the settlement does again.
  'event-twice': [change(WRITE_EVENT, "when (new.credit <> 'in_flight' and not", 'when (not')],
  'told-before-commit': [
    change('luxury/update-settings.ts', 'await tell(\n        tx,', 'await tell(\n        database.sql,'),
  ],
  'sequence-with-a-gap': [
    change(
      WRITE_EVENT,
      'create index events_new on',
      'create sequence numbers_of_events;\ncreate index events_new on',
    ),
    change(
      WRITE_EVENT,
      'coalesce(last.sequence, 0) + 1, pg_current_xact_id()',
      "nextval('numbers_of_events'), pg_current_xact_id()",
    ),
  ],
  'sequence-without-the-lock': [
    change(WRITE_EVENT, 'perform lock_events(reseller);\n  -- A server', '-- A server'),
  ],
  'signature-of-other-bytes': [
    change(
      'webhooks/dialler.ts',
      'const content = `${id}.${timestamp}.${body}`;',
      'const content = `${id}.${timestamp}.${JSON.stringify(JSON.parse(body), null, 1)}`;',
    ),
  ],
  'order-turned-round': [change('webhooks/endpoint.ts', 'other.sequence < sequence)', 'other.sequence < 0)')],
  // Of several addresses of a name one is allowed.
  'an-address-not-looked-at': [change('webhooks/address.ts', 'addresses.every(', 'addresses.some(')],
  'renewed-twice': [
    change(
      'orders/auto-renewals.ts',
      'order.renewable ? left.findLast(({ at }) => at <= now) : left.at(-1)',
      'left.at(-1)',
    ),
  ],
  'a-limit-that-one-order-passes': [
    change('purchases/spending-limits.ts', 'today + amount > perDay', 'today >= perDay'),
  ],
  'told-as-renewed-and-was-not': [
    change(
      'auto-renewal/renewer.ts',
      "type: 'order.renewal_refused', resellerId",
      "type: 'order.renewed', resellerId",
    ),
  ],
  'a-read-older-than-its-own-write': [
    change('kit/copies.ts', 'Math.max(leastWritten, writtenTo)', 'leastWritten'),
  ],
  'a-copy-that-is-far-behind': [
    change('kit/copies.ts', 'replayed >= leastWritten;', 'true;'),
    change('kit/copies.ts', 'Math.max(leastWritten, writtenTo)', 'writtenTo'),
  ],
};
