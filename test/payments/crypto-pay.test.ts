import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { beginJob } from '../../src/kit/job.ts';
import { makeInvoice, PAID_INVOICE_JOB } from '../../src/payments/crypto-pay/invoices.ts';
import { openPayment } from '../../src/payments/open-payment.ts';
import type { Payment } from '../../src/payments/payment.ts';
import { listPayments } from '../../src/payments/payment.ts';
import { expirePayments } from '../../src/payments/unpaid-payments.ts';
import { UpstreamError } from '../../src/upstreams/failure.ts';
import { operatorOn } from '../operator/run-operator.ts';
import { holdLock } from '../support/held-lock.ts';
import { CHAT, paidInvoice, signed, USD, usePayments } from '../support/payment-fixture.ts';
import { openServices } from '../support/services.ts';

const { service, resellerId, told, paymentsWith, wants, invoiced, balance, listed, control } = usePayments();

const HOUR_MS = 60 * 60_000;

/** Sends a report to the service. */
async function report(
  body: string,
  signature = signed(body, service.sandbox.cryptoPayToken),
): Promise<number> {
  const answer = await fetch(`${service.url}/payments/crypto-pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'crypto-pay-api-signature': signature },
    body,
  });
  return answer.status;
}

/** Pays in the sandbox, without a report unless one is wanted. */
async function pay(invoiceId: number): Promise<void> {
  service.sandbox.arm([{ upstream: 'cryptopay', call: 'webhook', mode: 'refuse', times: 1 }]);
  expect((await control('POST', 'cryptopay/pay', { invoiceId })).status).toBe(200);
}

/** The asking for open invoices, as a process does it. */
function paidInvoices(payments: typeof service.payments) {
  return beginJob(PAID_INVOICE_JOB, { services: payments, payments }, (error) => {
    throw error;
  });
}

/** Asks for all open invoices, in rounds as the service does. */
async function findPaid(payments = service.payments): Promise<void> {
  const rounds = paidInvoices(payments);
  await rounds.round().finally(() => rounds.close());
}

test('an invoice is made for a payment that is written down, carries its id and its amount, and its address is told in that transaction', async () => {
  const heard: Payment[] = [];
  const payments = paymentsWith({
    listener: {
      ...service.payments.listener,
      ready: async (_tx, payment) => void heard.push(payment),
    },
  });
  const { id } = await wants('crypto_pay', 25n);
  expect((await listed(id)).invoiceId).toBeNull();
  expect(await makeInvoice(payments)).toBe(true);
  expect(await makeInvoice(payments)).toBe(false);
  const { invoiceId } = await listed(id);
  expect(heard).toMatchObject([
    { id, chatId: CHAT, amount: 25n * USD, payUrl: expect.stringContaining('/cryptopay/pay/') },
  ]);
  const answer = await fetch(`${service.sandbox.cryptoPayUrl}/api/getInvoices?invoice_ids=${invoiceId}`, {
    headers: { 'crypto-pay-api-token': service.sandbox.cryptoPayToken },
  });
  expect(await answer.json()).toMatchObject({
    ok: true,
    result: { items: [{ payload: id, amount: '25.00', fiat: 'USD', status: 'active' }] },
  });
});

test('what the listener writes is not committed when the address is not, and is written with the next attempt', async () => {
  const { id } = await wants('crypto_pay');
  const failing = paymentsWith({
    listener: {
      ...service.payments.listener,
      ready: () => Promise.reject(new Error('the chat is full')),
    },
  });
  await expect(makeInvoice(failing)).rejects.toThrow('the chat is full');
  expect((await listed(id)).invoiceId).toBeNull();
  service.clock.advance(HOUR_MS / 30);
  expect(await makeInvoice(service.payments)).toBe(true);
  expect((await listed(id)).invoiceId).not.toBeNull();
});

test('a payment that is reported is credited before the report is answered, and a repeated report changes nothing', async () => {
  const { payment, invoiceId } = await invoiced(25n);
  const body = paidInvoice({ invoice_id: invoiceId, amount: '25.00', payload: payment.id });
  expect(await report(body)).toBe(200);
  expect(await balance()).toBe(25n * USD);
  expect(await report(body)).toBe(200);
  expect(await balance()).toBe(25n * USD);
  expect(await listed(payment.id)).toMatchObject({ state: 'paid', chargeId: String(invoiceId) });
});

test('the sandbox reports what is paid on its page to the address that it was given, again until it is taken', async () => {
  const { payment, invoiceId } = await invoiced(10n);
  const url = `${service.url}/payments/crypto-pay`;
  expect((await control('PUT', 'cryptopay/webhook', { url: `${service.url}/none` })).status).toBe(200);
  const { payUrl } = await readPayment(payment.id);
  const paid = await fetch(payUrl, { method: 'POST' });
  expect(await paid.text()).toContain('Paid');
  await control('PUT', 'cryptopay/webhook', { url });
  await expect.poll(balance).toBe(10n * USD);
  expect(await listed(payment.id)).toMatchObject({ state: 'paid', chargeId: String(invoiceId) });
});

async function readPayment(id: string): Promise<{ payUrl: string }> {
  const { pay_url } = await service.services.database.sql
    .selectFrom('payments')
    .select('pay_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { payUrl: pay_url ?? '' };
}

test('a payment whose report was lost is found by asking for open invoices, by one process for all', async () => {
  const { payment, invoiceId } = await invoiced(12n);
  await pay(invoiceId);
  const other = paidInvoices(service.payments);
  await other.round();
  expect(await balance()).toBe(12n * USD);
  const { payment: second, invoiceId: secondId } = await invoiced(3n);
  await pay(secondId);
  await findPaid();
  expect((await listed(second.id)).state).toBe('open');
  await other.close();
  await findPaid();
  expect((await listed(second.id)).state).toBe('paid');
  expect(await listed(payment.id)).toMatchObject({ state: 'paid', chargeId: String(invoiceId) });
});

test('one payment from reports, from asking and from a second process at once is credited once', async () => {
  const other = await openServices(service);
  const { payment, invoiceId } = await invoiced(40n);
  await pay(invoiceId);
  const body = paidInvoice({ invoice_id: invoiceId, amount: '40', payload: payment.id });
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => report(body)),
    findPaid().then(() => 200),
    findPaid(other.payments).then(() => 200),
  ]);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await balance()).toBe(40n * USD);
  await other.close();
});

test('a payment that is reported before its invoice is written down is credited, and no address is told any more', async () => {
  const heard: string[] = [];
  const { id } = await wants('crypto_pay', 15n);
  const { cryptoPay } = service.payments;
  if (!cryptoPay) throw new Error('there is no Crypto Pay');
  const payments = paymentsWith({
    listener: { ...service.payments.listener, ready: async (_tx, payment) => void heard.push(payment.id) },
    cryptoPay: {
      ...cryptoPay,
      async makeInvoice(wanted) {
        const invoice = await cryptoPay.makeInvoice(wanted);
        const body = paidInvoice({ invoice_id: Number(invoice.invoiceId), amount: '15.00', payload: id });
        expect(await report(body)).toBe(200);
        return invoice;
      },
    },
  });
  expect(await makeInvoice(payments)).toBe(true);
  expect(await balance()).toBe(15n * USD);
  expect(heard).toEqual([]);
  expect(await listed(id)).toMatchObject({ state: 'paid' });
});

test.each(['reset_after', 'error_after', 'malformed'] as const)(
  'after an answer that was lost (%s) another invoice is made, and who pays the first one is credited all the same',
  async (mode) => {
    service.sandbox.arm([{ upstream: 'cryptopay', call: 'createInvoice', mode, times: 1 }]);
    const { id } = await wants('crypto_pay', 5n);
    expect(await makeInvoice(service.payments)).toBe(true);
    expect((await listed(id)).invoiceId).toBeNull();
    service.clock.advance(5_000);
    expect(await makeInvoice(service.payments)).toBe(true);
    const second = Number((await listed(id)).invoiceId);
    const first = paidInvoice({ invoice_id: second - 1, amount: '5.00', payload: id });
    expect(await report(first)).toBe(200);
    expect(await balance()).toBe(5n * USD);
    expect(await report(paidInvoice({ invoice_id: second, amount: '5.00', payload: id }))).toBe(200);
    expect(await balance()).toBe(10n * USD);
  },
);

test('a process that died while it had an invoice made is followed by another one, and what it hears late changes nothing', async () => {
  const { cryptoPay } = service.payments;
  if (!cryptoPay) throw new Error('there is no Crypto Pay');
  const heard: (string | null)[] = [];
  const asked = Promise.withResolvers<void>();
  const awake = Promise.withResolvers<void>();
  const listener = {
    ...service.payments.listener,
    ready: async (_tx: unknown, payment: Payment) => void heard.push(payment.payUrl),
  };
  const asleep = paymentsWith({
    listener,
    cryptoPay: {
      ...cryptoPay,
      async makeInvoice(wanted) {
        const invoice = await cryptoPay.makeInvoice(wanted);
        asked.resolve();
        await awake.promise;
        return invoice;
      },
    },
  });
  const { id } = await wants('crypto_pay', 6n);
  const late = makeInvoice(asleep);
  await asked.promise;
  expect(await makeInvoice(service.payments)).toBe(false);
  service.clock.advance(61_000);
  expect(await makeInvoice(paymentsWith({ listener }))).toBe(true);
  const { invoiceId } = await listed(id);
  awake.resolve();
  await late;
  expect(heard).toHaveLength(1);
  expect((await listed(id)).invoiceId).toBe(invoiceId);
});

test('a connection that is cut while it credits a payment leaves it credited once', async () => {
  const { payment, invoiceId } = await invoiced(11n);
  const { database } = service.services;
  const body = paidInvoice({ invoice_id: invoiceId, amount: '11.00', payload: payment.id });
  await using held = await holdLock(service.databaseUrl, 'select from accounts for update');
  const reported = report(body);
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%top_ups%'`.execute(
      database.sqlOnce,
    );
  await expect.poll(async () => (await cut()).rows.length).toBe(1);
  await held.release();
  expect(await reported).toBe(200);
  expect(await report(body)).toBe(200);
  expect(await balance()).toBe(11n * USD);
});

test('a payment that comes after its expiry is credited', async () => {
  const { payment, invoiceId } = await invoiced(20n);
  service.clock.advance(2 * HOUR_MS);
  await findPaid();
  expect((await listed(payment.id)).state).toBe('expired');
  expect(await report(paidInvoice({ invoice_id: invoiceId, amount: '20.00', payload: payment.id }))).toBe(
    200,
  );
  expect(await balance()).toBe(20n * USD);
  expect((await listed(payment.id)).state).toBe('paid');
});

test('an invoice that was paid in time is found after any outage, and one that was not is asked for once after its end', async () => {
  const { payment, invoiceId } = await invoiced(9n);
  const { payment: unpaid } = await invoiced(8n);
  await pay(invoiceId);
  service.clock.advance(72 * HOUR_MS);
  await expirePayments(service.payments);
  service.sandbox.arm([{ upstream: 'cryptopay', call: 'getInvoices', mode: 'error_before', times: 1 }]);
  await findPaid();
  expect((await listed(unpaid.id)).state).toBe('open');
  await findPaid();
  expect(await balance()).toBe(9n * USD);
  expect([(await listed(payment.id)).state, (await listed(unpaid.id)).state]).toEqual(['paid', 'expired']);
});

test('a payment that cannot be credited keeps no other one from it, and is credited when it can be, however late', async () => {
  const { payment: stuck, invoiceId: stuckId } = await invoiced(6n);
  const { payment, invoiceId } = await invoiced(7n);
  await pay(stuckId);
  await pay(invoiceId);
  service.clock.advance(2 * HOUR_MS);
  const { sql: db } = service.services.database;
  await sql`alter table top_ups add constraint planted check (reference <> ${sql.lit(`crypto-pay:${stuckId}`)})`.execute(
    db,
  );
  await expect(findPaid()).rejects.toThrow('planted');
  expect([(await listed(stuck.id)).state, (await listed(payment.id)).state]).toEqual(['open', 'paid']);
  await sql`alter table top_ups drop constraint planted`.execute(db);
  await findPaid();
  expect((await listed(stuck.id)).state).toBe('paid');
  expect(await balance()).toBe(13n * USD);
});

test('invoices that Crypto Pay does not answer for keep those after them from being found for one round only', async () => {
  const { payment, invoiceId } = await invoiced(6n);
  await pay(invoiceId);
  const { sql: db } = service.services.database;
  await sql`
    insert into payments (id, reseller_id, provider, amount, state, created_at, expires_at, invoice_id)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${resellerId()}, 'crypto_pay', 1000000,
      'open', now(), now() + interval '1 day', 'odd' || n from generate_series(1, 100) n`.execute(db);
  const { cryptoPay } = service.payments;
  if (!cryptoPay) throw new Error('there is no Crypto Pay');
  const findReceipts: typeof cryptoPay.findReceipts = (ids) =>
    ids.includes('odd1')
      ? Promise.reject(new UpstreamError('refused', 'cryptopay getInvoices: refused'))
      : cryptoPay.findReceipts(ids);
  const rounds = paidInvoices(paymentsWith({ cryptoPay: { ...cryptoPay, findReceipts } }));
  for (let round = 0; round < 2; round++) await rounds.round();
  await rounds.close();
  await sql`update payments set state = 'expired' where invoice_id like 'odd%'`.execute(db);
  expect((await listed(payment.id)).state).toBe('paid');
});

test('a payment whose invoice cannot be made expires, and that is told', async () => {
  const heard: string[] = [];
  const payments = paymentsWith({
    listener: { ...service.payments.listener, failed: async (_tx, payment) => void heard.push(payment.id) },
  });
  service.sandbox.arm([{ upstream: 'cryptopay', call: 'createInvoice', mode: 'refuse' }]);
  const { id } = await wants('crypto_pay');
  expect(await makeInvoice(payments)).toBe(true);
  service.clock.advance(2 * HOUR_MS);
  expect(await makeInvoice(payments)).toBe(false);
  expect(await expirePayments(payments)).toBe(1);
  expect(heard).toEqual([id]);
  const failures = await service.services.database.sql
    .selectFrom('job_failures')
    .select('key')
    .where('key', '=', id)
    .execute();
  expect(failures).toEqual([]);
});

test('a report that is forged is refused, and nothing is credited', async () => {
  const { payment, invoiceId } = await invoiced(25n);
  const body = paidInvoice({ invoice_id: invoiceId, amount: '25.00', payload: payment.id });
  const right = signed(body, service.sandbox.cryptoPayToken);
  for (const signature of ['', 'x', right.slice(1), `${right}00`, 'f'.repeat(64), signed(body, 'another')])
    expect(await report(body, signature)).toBe(401);
  expect(await report(body.replace('25.00', '26.00'), right)).toBe(401);
  expect(await balance()).toBe(0n);
});

test('what is signed and no report of a payment is answered without an error of ours', async () => {
  for (const body of ['', '{', '[]', '{"update_type":"invoice_paid"}', '\ud800', '{"a":1,"a":2}'])
    expect(await report(body)).toBe(400);
  expect(await report('{"update_type":"something_new","payload":{}}')).toBe(200);
  expect(await report(paidInvoice({ status: 'active', invoice_id: 1, amount: '1' }))).toBe(200);
  expect(await report('x'.repeat(40_000))).toBe(413);
  const get = await fetch(`${service.url}/payments/crypto-pay`);
  expect([404, 405]).toContain(get.status);
});

test.each([
  ['another amount', { amount: '24.99' }, '24.99 USD'],
  ['more', { amount: '2500.00' }, '2500.00 USD'],
  ['another currency', { fiat: 'EUR', amount: '25.00' }, '25.00 EUR'],
  ['a coin', { fiat: undefined, asset: 'TON', amount: '25' }, '25 TON'],
  ['no number', { amount: '25e0' }, '25e0 USD'],
])('a payment of %s is not credited, is kept and told to the operator once', async (_, came, found) => {
  const { payment, invoiceId } = await invoiced(25n);
  const body = paidInvoice({ invoice_id: invoiceId, payload: payment.id, ...came });
  expect([await report(body), await report(body)]).toEqual([200, 200]);
  expect(await balance()).toBe(0n);
  expect(await listed(payment.id)).toMatchObject({ state: 'differing', found });
  expect(told.map(({ message }) => message)).toEqual([expect.stringContaining(payment.id)]);
});

test.each([
  ['nobody’s id', randomUUID()],
  ['a text', 'x\u0000<b>\u202e'],
  ['no payload', undefined],
])('a payment with %s for an id is kept and told to the operator once', async (_, payload) => {
  const invoice_id = randomInt(1e6, 1e9);
  const body = paidInvoice({ invoice_id, amount: '3', payload });
  expect([await report(body), await report(body)]).toEqual([200, 200]);
  const { payments } = await listPayments(service.services.database.sql, { state: 'unknown', limit: 100 });
  expect(payments.filter(({ chargeId }) => chargeId === String(invoice_id))).toMatchObject([
    { resellerId: null, amount: null, found: expect.stringMatching(/^3 USD/) },
  ]);
  expect(told).toHaveLength(1);
});

test.each([
  ['by a new app, for a payment that is open', async () => (await invoiced(7n)).payment.id],
  [
    'by a new app, for a payment that has come',
    async () => {
      const { payment, invoiceId } = await invoiced(7n);
      await report(paidInvoice({ invoice_id: invoiceId, amount: '7', payload: payment.id }));
      return payment.id;
    },
  ],
  ['for nobody’s payment', async () => randomUUID()],
])(
  'a charge that is in the books, and comes again %s, is kept and told to the operator once',
  async (_, other) => {
    const { payment, invoiceId } = await invoiced(5n);
    const first = paidInvoice({ invoice_id: invoiceId, amount: '5', payload: payment.id });
    expect(await report(first)).toBe(200);
    const payload = await other();
    const before = await balance();
    const again = paidInvoice({ invoice_id: invoiceId, amount: '7', payload });
    for (const body of [again, first, again]) expect(await report(body)).toBe(200);
    expect(await balance()).toBe(before);
    const { payments } = await listPayments(service.services.database.sql, { limit: 100 });
    const kept = payments.filter(({ chargeId }) => chargeId?.startsWith(`${invoiceId}:`));
    expect(kept).toMatchObject([{ found: expect.stringContaining('7 USD') }]);
    expect(told.map(({ message }) => message)).toEqual([expect.stringContaining(kept[0]?.id ?? '-')]);
    expect(await listed(payment.id)).toMatchObject({ state: 'paid', chargeId: String(invoiceId) });
  },
);

test.each(['25.00000000', '25.0', '25'])('%s is as much as 25, and is credited', async (amount) => {
  const { payment, invoiceId } = await invoiced(25n);
  await report(paidInvoice({ invoice_id: invoiceId, amount, payload: payment.id }));
  expect(await balance()).toBe(25n * USD);
});

test('an invoice of an app before, which the present one does not know, is told to the operator instead of expiring, and is credited once', async () => {
  const { payment, invoiceId } = await invoiced(9n);
  const { cryptoPay } = service.payments;
  if (!cryptoPay) throw new Error('there is no Crypto Pay');
  const findReceipts: typeof cryptoPay.findReceipts = async () => ({ known: [], receipts: [] });
  const other = paymentsWith({ cryptoPay: { ...cryptoPay, findReceipts } });
  await findPaid(other);
  expect((await listed(payment.id)).state).toBe('open');
  service.clock.advance(2 * HOUR_MS);
  for (let round = 0; round < 2; round++) await findPaid(other);
  expect(await listed(payment.id)).toMatchObject({
    state: 'differing',
    found: expect.stringContaining('has no invoice'),
    paidAt: null,
  });
  expect(told.filter(({ message }) => message.includes(payment.id))).toHaveLength(1);
  const paid = paidInvoice({ invoice_id: invoiceId, amount: '9', payload: payment.id });
  const creditIt = () =>
    operatorOn(service)(
      ...['payment', 'credit', '--payment', payment.id, '--reseller', String(resellerId()), '--usd', '9'],
    );
  await Promise.all([report(paid), report(paid), creditIt()]);
  for (const credited of [() => report(paid), creditIt]) await credited();
  expect([await balance(), (await listed(payment.id)).state]).toEqual([9n * USD, 'paid']);
});

test('what cannot be paid is refused: too little, too much, parts of a cent, and more payments than may be open', async () => {
  const { database } = service.services;
  const open = (amount: bigint) =>
    database.inTransaction((tx) =>
      openPayment(tx, service.payments, { resellerId: resellerId(), provider: 'crypto_pay', amount }),
    );
  for (const amount of [0n, -USD, USD - 10_000n, 10_000n * USD + 10_000n, USD + 1n, 10_005_000n])
    await expect(open(amount)).rejects.toMatchObject({ code: 'invalid_request' });
  for (const amount of [USD, 10_000n * USD, 1_234_560_000n]) expect((await open(amount)).amount).toBe(amount);
  for (let i = 3; i < 20; i++) await open(USD);
  await expect(open(USD)).rejects.toThrow('20 payments are open');
});

test.each(['refuse', 'error_before', 'malformed', 'huge', 'reset_before', 'redirect'] as const)(
  'the token is not in the message of a failure (%s)',
  async (mode) => {
    service.sandbox.arm([{ upstream: 'cryptopay', call: 'createInvoice', mode, times: 1 }]);
    const made = service.payments.cryptoPay?.makeInvoice({ payload: 'p', amount: USD, validSeconds: 60 });
    const failure = await made?.catch((error: Error) => error.message);
    expect(failure).toMatch(/^cryptopay createInvoice: /);
    expect(failure).not.toContain(service.sandbox.cryptoPayToken);
  },
);
