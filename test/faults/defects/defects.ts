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
      from: "cte.insertInto('ledger'), cte.selectFrom('posted'), (",
      to: "cte.insertInto('ledger').onConflict((conflict) => conflict.doNothing()), cte.selectFrom('posted'), (",
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
      from: "eb('balance', '-',",
      to: `eb(eb.selectFrom('accounts as known').select('known.balance')
        .whereRef('known.reseller_id', '=', 'movement.reseller_id'), '-',`,
    },
  ],
  'no-refund': [
    {
      file: 'billing/posting.ts',
      from: "${eb.ref('accounts.balance')} + ${eb.ref('amount')}",
      to: "${eb.ref('accounts.balance')} + ${spent === '-' ? eb.lit(0) : eb.ref('amount')}",
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
  // An invoice asks for a tenth of the Stars.
  'stars-at-a-tenth': [
    {
      file: 'payments/stars/price.ts',
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
      file: 'purchases/coins.ts',
      from: 'cashback: coinsFor(amount, rates.cashback),',
      to: 'cashback: 10 * coinsFor(amount, rates.cashback),',
    },
  ],
  // Whoever reports a payment is believed.
  'any-report-is-signed': [
    {
      file: 'payments/crypto-pay/signature.ts',
      from: 'return timingSafeEqual(',
      to: 'return body.length > 0 || timingSafeEqual(',
    },
    {
      file: 'payments/crypto-pay/signature.ts',
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
      file: 'purchases/coins.ts',
      from: 'coins: coins.spent }]',
      to: 'coins: 0 }]',
    },
  ],
  // A payment is told of twice.
  'receipt-told-twice': [
    {
      file: 'bot/notices/payment-listener.ts',
      from: 'credited: (tx, payment) => tell(tx, payment, (texts) => texts.credited(payment.amount)),',
      to: 'credited: async (tx, payment) => {\n      await tell(tx, payment, (texts) => texts.credited(payment.amount));\n      await tell(tx, payment, (texts) => texts.credited(payment.amount));\n    },',
    },
  ],
  // A receipt says another amount than was credited.
  'wrong-amount-told': [
    {
      file: 'bot/texts/en-top-up.ts',
      from: 'html`<b>${usd(amount)}</b> was added',
      to: 'html`<b>${usd(amount + 10_000n)}</b> was added',
    },
  ],
  // Notices go to somebody else.
  'notice-to-another': [
    {
      file: 'billing/notices.ts',
      from: 'const notice = { id, resellerId, createdAt };',
      to: 'const notice = { id, resellerId: Math.max(1, resellerId - 1), createdAt };',
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
      file: 'billing/write-notices.ts',
      from: "eb(left, '+', eb.ref('posted.amount'))",
      to: "eb(eb(left, '+', eb.ref('posted.amount')), '-', sql.lit(1))",
    },
  ],
  // Each charge of a low balance is told.
  'low-balance-repeated': [
    {
      file: 'billing/write-notices.ts',
      from: "eb.not(isLow(eb, eb(left, '+', eb.ref('posted.amount'))))",
      to: "eb(eb(left, '+', eb.ref('posted.amount')), '>', sql.lit(0))",
    },
  ],
  // The longest term is bought, whatever was chosen.
  'another-term': [
    {
      file: 'bot/dialogues/buy/choose-product.ts',
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
};
