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
};
