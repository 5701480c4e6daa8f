// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source text.

/** One place in the program, and what a careless change would make of it. */
interface Change {
  /** Path below `src`. */
  file: string;
  from: string;
  to: string;
}

/** Those that show where people talk to the bot. */
export const CHAT_DEFECTS: ReadonlySet<string> = new Set([
  'payment-credited-twice',
  'button-without-its-token',
  'a-message-that-is-not-sent',
]);

/**
 * Mistakes that a program like this is known to be made with. The harness is worth as much as it finds of
 * them.
 */
export const DEFECTS: Record<string, Change[]> = {
  'no-fence': [
    {
      file: 'purchases/decide-operation.ts',
      from: '.where((eb) => isOurs(eb, values))',
      to: ".where('operations.id', '=', values.id)",
    },
    {
      file: 'billing/posting.ts',
      from: ".insertInto('ledger')",
      to: ".insertInto('ledger').onConflict((conflict) => conflict.doNothing())",
    },
    {
      file: 'purchases/sweep-times.ts',
      from: ".insertInto('sweeps')",
      to: ".insertInto('sweeps').onConflict((conflict) => conflict.doNothing())",
    },
  ],
  'balance-from-memory': [
    {
      file: 'billing/posting.ts',
      from: "eb('balance', balance,",
      to: `eb(eb.selectFrom('accounts as known').select('known.balance')
        .whereRef('known.reseller_id', '=', 'movement.reseller_id'), balance,`,
    },
  ],
  'no-refund': [
    {
      file: 'billing/posting.ts',
      from: "eb('balance', balance, eb.ref('amount'))",
      to: "eb('balance', balance, spent === '-' ? eb.lit(0) : eb.ref('amount'))",
    },
  ],
  'no-idempotency': [
    {
      file: 'purchases/carry-out.ts',
      from: 'idempotencyKey === undefined\n',
      to: 'idempotencyKey !== null\n',
    },
  ],
  'replay-from-the-live-order': [
    {
      file: 'purchases/carry-out.ts',
      from: "if ('sale' in begun) return { sale: begun.sale as Delivered, replayed: true };",
      to: `if ('sale' in begun) {
    const { findOrder } = await import('../orders/find-order.ts');
    const order = await findOrder(services.database.sql, resellerId, begun.sale.order.id, services.clock.now());
    return { sale: { ...begun.sale, order } as Delivered, replayed: true };
  }`,
    },
  ],
  'no-look-up-and-no-sweep': [
    {
      file: 'purchases/conclude-operation.ts',
      from: 'return (await lookUpUntilDecided(services, operation, handler)) ?? fail(error);',
      to: 'return fail(error);',
    },
    {
      file: 'purchases/sweep-times.ts',
      from: ".selectFrom(ended.as('ended'))",
      to: ".selectFrom(ended.as('ended')).where(sql.lit(false))",
    },
  ],
  'no-sweep': [
    {
      file: 'purchases/sweep-times.ts',
      from: ".selectFrom(ended.as('ended'))",
      to: ".selectFrom(ended.as('ended')).where(sql.lit(false))",
    },
  ],
  'sweeps-that-give-nothing-back': [
    {
      file: 'purchases/sweep.ts',
      from: 'return await handlerOf(operation).sweep(services, operation, state, decidedAt);',
      to: "return services && decidedAt && state && handlerOf(operation) ? 'done' : 'busy';",
    },
  ],
  'no-recovery': [
    {
      file: 'purchases/recover.ts',
      from: 'if (!lapsed) return;',
      to: 'return;',
    },
  ],
  'no-repair': [
    {
      file: 'luxury/repair.ts',
      from: 'return repairNext(services, async (leased) => {',
      to: 'return services ? Promise.resolve(false) : repairNext(services, async (leased) => {',
    },
  ],
  'forgotten-doubt': [
    {
      file: 'luxury/settings-lease.ts',
      from: '...(inDoubt ? LEASE.ended(now) : LEASE.givenBack()),',
      to: '...LEASE.givenBack(),',
    },
  ],
  'unscoped-read': [
    {
      file: 'orders/find-order.ts',
      from: ".where('reseller_id', '=', resellerId).where('id', '=', id)",
      to: ".where('id', '=', id)",
    },
  ],
  'a-rate-of-90': [
    {
      file: 'resellers/rate-limit.ts',
      from: 'const REQUESTS_PER_WINDOW = 60;',
      to: 'const REQUESTS_PER_WINDOW = 90;',
    },
  ],
  'keys-in-the-log': [
    {
      file: 'http/bearer-token.ts',
      from: 'if (values.length === 0)',
      to: 'process.stderr.write(String(values[0]));\n  if (values.length === 0)',
    },
  ],
  'keys-in-refusals': [
    {
      file: 'http/bearer-token.ts',
      from: 'if (values.length === 0)',
      to: 'Object.assign(globalThis, { asker: values[0] });\n  if (values.length === 0)',
    },
    {
      file: 'catalog/errors.ts',
      from: "super('The provider did not carry it out,",
      to: "super(String(Reflect.get(globalThis, 'asker')) + ': the provider did not carry it out,",
    },
  ],
  // A charge is known by the number of its report, and not by its own: what was found paid is reported later.
  'payment-credited-twice': [
    {
      file: 'payments/crypto-pay/webhook.ts',
      from: 'update_type: z.string(),',
      to: 'update_id: z.int(), update_type: z.string(),',
    },
    {
      file: 'payments/crypto-pay/webhook.ts',
      from: 'await credit(payments, receipt);',
      to: 'await credit(payments, { ...receipt, chargeId: `u${read.data.update_id}` });',
    },
  ],
  'button-without-its-token': [
    {
      file: 'bot/offers/confirm-offer.ts',
      from: 'idempotencyKey: token }',
      to: 'idempotencyKey: undefined }',
    },
    {
      file: 'bot/dialogues/buy/confirm.ts',
      from: 'if (known && known.orderId !== null)',
      to: 'if (known && known.orderId === 0)',
    },
  ],
  'a-message-that-is-not-sent': [
    {
      file: 'bot/outgoing/sender.ts',
      from: 'await client.call(toCall(vault, head));',
      to: 'if ((head.userId + head.number) % 20 !== 1) await client.call(toCall(vault, head));',
    },
  ],
  // Whoever gives a command again, because its answer was lost, moves the money again.
  'correction-made-again': [
    {
      file: 'billing/corrections.ts',
      from: '  const { amount } = correction;',
      to: `  const { amount } = correction;
  if (await findCorrection(tx, correction.reference))
    correction = { ...correction, reference: correction.reference + ', again' };`,
    },
  ],
  'credentials-in-clear': [
    {
      file: 'kit/vault.ts',
      from: 'seal(plaintext, rowIdentity) {',
      to: 'seal(plaintext, rowIdentity) {\n      if (rowIdentity) return Buffer.from(plaintext);',
    },
    {
      file: 'kit/vault.ts',
      from: 'open(sealed, rowIdentity) {',
      to: "open(sealed, rowIdentity) {\n      if (rowIdentity) return sealed.toString('utf8');",
    },
  ],
  // Of what was asked for, what was charged and what was delivered.
  'charges-for-one': [
    {
      file: 'purchases/purchase.ts',
      from: 'total: price * BigInt(wanted.quantity) }',
      to: 'total: price }',
    },
  ],
  'the-standard-price-for-everybody': [
    {
      file: 'resellers/authenticate.ts',
      from: '    priceList,\n',
      to: "    priceList: 'standard',\n",
    },
  ],
  'an-old-price': [
    {
      file: 'catalog/catalog-cache.ts',
      from: 'if (version === this.#version) return;',
      to: 'if (this.#version !== undefined) return;',
    },
  ],
  'no-limit-of-the-price': [
    {
      file: 'purchases/purchase.ts',
      from: 'if (maxPrice !== undefined && total > maxPrice)',
      to: 'if (maxPrice !== undefined && total < 0n)',
    },
  ],
  'delivers-one': [
    {
      file: 'purchases/buy-proxies.ts',
      from: 'createOrder(em, vault, order, originOf(operation), issued);',
      to: 'createOrder(em, vault, order, originOf(operation), issued.slice(0, 1));',
    },
    {
      file: 'purchases/buy-proxies.ts',
      from: 'sale: { order, proxies: issued.map(toProxy),',
      to: 'sale: { order, proxies: issued.slice(0, 1).map(toProxy),',
    },
  ],
  'another-country': [
    {
      file: 'upstreams/px6/purchases.ts',
      from: 'country: country.toLowerCase(),\n      version',
      to: "country: country === 'DE' ? 'nl' : country.toLowerCase(),\n      version",
    },
  ],
  'a-term-of-30-for-90': [
    {
      file: 'upstreams/px6/purchases.ts',
      from: 'period: String(days),\n      country',
      to: 'period: String(days === 90 ? 30 : days),\n      country',
    },
  ],
  'a-renewal-of-another-length': [
    {
      file: 'purchases/renew.ts',
      from: 'request: { ...soldAs(product), days: term.days } },',
      to: 'request: { ...soldAs(product), days: term.days === 30 ? 7 : term.days } },',
    },
  ],
  'more-traffic-than-was-paid-for': [
    {
      file: 'purchases/add-traffic.ts',
      from: '...soldAs(product), gb: volume.gb }',
      to: '...soldAs(product), gb: volume.gb + 1 }',
    },
  ],
  'another-password': [
    {
      file: 'orders/create-order.ts',
      from: 'const sealed = sealCredentials(vault, { resellerId, orderId }, proxies);',
      to: "const wrong = proxies.map((proxy) => ({ ...proxy, password: `${proxy.password}0` }));\n  const sealed = sealCredentials(vault, { resellerId, orderId }, wrong);",
    },
  ],
  // Of money.
  'a-balance-of-a-dollar-more': [
    {
      file: 'graphql/schema/viewer.ts',
      from: '(await walletOf(viewer, context)).balance,',
      to: '(await walletOf(viewer, context)).balance + 1_000_000n,',
    },
  ],
  'no-low-balance-notice': [
    {
      file: 'billing/ledger.ts',
      from: "return postCharge(db, kind).with('noticed', noticeOfLowBalance);",
      to: "return postCharge(db, kind).with('noticed', (cte) => cte.selectFrom('posted').selectAll().where((eb) => eb.lit(false)));",
    },
  ],
  'a-notice-for-every-charge': [
    {
      file: 'billing/write-notices.ts',
      from: "eb(before, '>=', threshold)",
      to: 'eb.lit(true)',
    },
  ],
  'no-notice-of-money': [
    {
      file: 'billing/corrections.ts',
      from: "amount > 0n\n      ? posted.with",
      to: "amount > 1_000_000n\n      ? posted.with",
    },
  ],
  'spending-of-a-cent-more': [
    {
      file: 'graphql/schema/spending.ts',
      from: 'return after - before;',
      to: 'return after > before ? after - before + 10_000n : 0n;',
    },
  ],
  'a-statement-without-renewals': [
    {
      file: 'billing/movements.ts',
      from: "  'renewal',\n  'traffic',\n  'refund',",
      to: "  'traffic',\n  'refund',",
    },
  ],
  'a-statement-of-one-proxy': [
    {
      file: 'purchases/movement-text.ts',
      from: "counted(quantity, 'proxy', 'proxies')",
      to: "counted(1, 'proxy', 'proxies')",
    },
  ],
  // Of the upstreams, after the end of an operation.
  'giving-back-that-only-asks': [
    {
      file: 'upstreams/px6/purchases.ts',
      from: "const deleting = call('delete', params,",
      to: "const deleting = call('getproxy', params,",
    },
  ],
  'goods-of-refunds-are-kept': [
    {
      file: 'purchases/buy-proxies.ts',
      from: "if (ended === 'refunded') {\n      const proxies = await term.cancelPurchase(bought);",
      to: "if (ended === 'refunded') {\n      const proxies = 0;",
    },
  ],
  'traffic-of-refunds-is-kept': [
    {
      file: 'purchases/take-back-surplus.ts',
      from: 'if (surplus >= BYTES_PER_GB) {',
      to: 'if (surplus >= BYTES_PER_GB * 1_000n) {',
    },
  ],
  'written-off-twice': [
    {
      file: 'purchases/write-offs.ts',
      from: 'operation_id: operationId, unit, quantity, cost, noted_at: now })',
      to: 'operation_id: operationId, unit, quantity: quantity * 2, cost, noted_at: now })',
    },
  ],
  // Of lists, settings, traffic and ends.
  'a-list-without-the-oldest': [
    {
      file: 'orders/plain-page.ts',
      from: '.limit(values.rows)',
      to: ".where('id', '>', sql<number>`(select min(o.id) from orders o where o.reseller_id = ${values.resellerId})`)\n    .limit(values.rows)",
    },
  ],
  'a-total-of-one-more': [
    {
      file: 'orders/plain-page.ts',
      from: 'return corrected(status, filedCount(status, resellerId), lapsed);',
      to: 'return sql<number>`1 + ${corrected(status, filedCount(status, resellerId), lapsed)}`;',
    },
  ],
  'settings-that-are-not-applied': [
    {
      file: 'luxury/update-settings.ts',
      from: 'if (leased.inDoubt || isChanged) await configure(',
      to: 'if (leased.inDoubt) await configure(',
    },
  ],
  'threads-that-are-not-kept': [
    {
      file: 'luxury/update-settings.ts',
      from: 'checkSettings(applyChange(leased.settings, change),',
      to: 'checkSettings(applyChange(leased.settings, { ...change, threads: undefined }),',
    },
  ],
  'a-mark-that-is-not-told': [
    {
      file: 'billing/notices.ts',
      from: 'TRAFFIC_MARKS = [80, 95, 100]',
      to: 'TRAFFIC_MARKS = [80, 100]',
    },
  ],
  'samples-of-half': [
    {
      file: 'luxury/usage-samples.ts',
      from: 'bytes: Number(bytes) });',
      to: 'bytes: Number(bytes) / 2 });',
    },
  ],
  'ends-that-are-not-told': [
    {
      file: 'orders/note-ends.ts',
      from: 'const TOLD_BEFORE_SECONDS = 24 * 60 * 60;',
      to: 'const TOLD_BEFORE_SECONDS = 0;',
    },
  ],
};
