import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { purchase } from '../../src/purchases/purchase.ts';
import { carryOut, givenOrders, ORDER, startWorker } from '../bulk/fixture.ts';
import { buyerOf, type GivenReseller, givenReseller } from '../support/given.ts';
import { givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services, { balanceUsd: '1000' });
});

interface Job {
  id: string;
  state: string;
  count: number;
  done: number;
  failed: number;
  chargedUsd: string;
  endedAt: string | null;
}

interface Result {
  __typename: string;
  code?: string;
  message?: string;
  priceUsd?: string;
  fields?: { path: string[]; message: string }[];
  job?: Job;
  replayed?: boolean;
}

const JOB = 'id kind state count done failed chargedUsd createdAt endedAt';
const RESULT = `__typename ... on Error { code message } ... on InvalidInputError { fields { path message } }`;

const DEARER = '... on PriceChangedError { priceUsd }';
const PRICED: Record<string, string> = { bulkRenew: DEARER, bulkPurchase: DEARER };

async function ask<Data>(query: string, variables: object = {}, { apiKey } = reseller): Promise<Data> {
  const { body } = await sendGraphql<Data>(service.url, apiKey, query, variables);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
}

async function send(
  name: `bulk${'Renew' | 'Purchase' | 'SetAutoRenew' | 'UpdateOrders'}`,
  input: object,
): Promise<Result> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) {
    result: ${name}(input: $input) { ${RESULT} ${PRICED[name] ?? ''} ... on ${type}Success { job { ${JOB} } replayed } }
  }`;
  return (await ask<{ result: Result }>(query, { input: { idempotencyKey: randomUUID(), ...input } })).result;
}

const nameOf = ({ job }: Result) => ({
  resellerId: reseller.resellerId,
  jobId: Number(job?.id.replace('bulk:', '')),
});

test('a quote says what a job would cost, and its job what it has become, as a node and in the list', async () => {
  const orderIds = (await givenOrders(service.services, buyerOf(reseller), 2)).map(String);
  const luxury = String((await givenLuxuryOrder(service.services, { reseller })).order.id);
  const renew = {
    orderIds: [luxury, ...orderIds],
    period: '30d',
    maxTotalUsd: '3.60',
    idempotencyKey: 'one',
  };
  const { quote } = await ask<{ quote: object }>(
    `query ($input: BulkQuoteInput!) { quote: bulkQuote(input: $input) {
      ... on BulkQuote { count totalUsd refused { place state order { id } error { code message } } } } }`,
    { input: { renew } },
  );
  expect(quote).toEqual({
    count: 3,
    totalUsd: '3.60',
    refused: [
      {
        place: 1,
        state: 'FAILED',
        order: { id: luxury },
        error: { code: 'NOT_RENEWABLE', message: expect.stringContaining(luxury) },
      },
    ],
  });
  const accepted = await send('bulkRenew', renew);
  expect(accepted).toMatchObject({
    __typename: 'BulkRenewSuccess',
    replayed: false,
    job: { kind: 'RENEW', state: 'PENDING', count: 3, done: 0, failed: 1, chargedUsd: '0.00', endedAt: null },
  });
  expect(await send('bulkRenew', renew)).toMatchObject({ replayed: true, job: { id: accepted.job?.id } });
  await carryOut(service.services, nameOf(accepted));
  const query = `query ($id: ID!, $after: String) { node(id: $id) { ... on BulkJob { ${JOB}
    refused: items(failed: true) { nodes { place } }
    items(first: 2, after: $after) { nodes { place state order { id } chargedUsd error { code } } pageInfo { hasNextPage endCursor } } } }
    viewer { bulkJobs { id state } } }`;
  const { id } = accepted.job as Job;
  const found = await ask<{ node: Job }>(query, { id });
  expect(found).toMatchObject({
    node: {
      state: 'DONE',
      done: 2,
      failed: 1,
      chargedUsd: '3.60',
      endedAt: expect.any(String),
      refused: { nodes: [{ place: 1 }] },
      items: {
        nodes: [
          {
            place: 1,
            state: 'FAILED',
            order: { id: luxury },
            chargedUsd: null,
            error: { code: 'NOT_RENEWABLE' },
          },
          { place: 2, state: 'DONE', order: { id: orderIds[0] }, chargedUsd: '1.80', error: null },
        ],
        pageInfo: { hasNextPage: true, endCursor: '2' },
      },
    },
    viewer: { bulkJobs: [{ id, state: 'DONE' }] },
  });
  expect(await ask(query, { id, after: '2' })).toMatchObject({
    node: { items: { nodes: [{ place: 3 }], pageInfo: { hasNextPage: false } } },
  });
  const stranger = await givenReseller(service.services);
  expect(await ask(query, { id }, stranger)).toMatchObject({ node: null, viewer: { bulkJobs: [] } });
});

test('a total above the limit is PriceChangedError with the total', async () => {
  await givenOrders(service.services, buyerOf(reseller), 2);
  const refused = await send('bulkRenew', { filter: {}, period: '30d', maxTotalUsd: '3.59' });
  expect(refused).toMatchObject({ __typename: 'PriceChangedError', priceUsd: '3.60' });
});

test('orders are named by numbers or by a filter, and an order of somebody else is refused', async () => {
  const stranger = buyerOf(await givenReseller(service.services));
  const [foreign] = await givenOrders(service.services, stranger, 1);
  const terms = { period: '30d', maxTotalUsd: '9.00' };
  expect(await send('bulkRenew', { ...terms, orderIds: [String(foreign)] })).toMatchObject({
    code: 'ORDER_NOT_FOUND',
  });
  for (const input of [terms, { ...terms, filter: {}, orderIds: [] }])
    expect(await send('bulkRenew', input)).toMatchObject({
      code: 'INVALID_REQUEST',
      fields: [{ path: ['orderIds'] }],
    });
  expect(await send('bulkRenew', { ...terms, filter: {} })).toMatchObject({ code: 'INVALID_REQUEST' });
});

test('purchases have what is written on them, and are refused by the fields of each', async () => {
  const purchases = [
    { ...ORDER, label: ' shop ', autoRenew: { period: '7d', maxPriceUsd: '0.60' } },
    { ...ORDER, tier: 'di', type: 'diresi', country: 'ANY', period: '1gb', options: { session: 'STICKY' } },
  ];
  const accepted = await send('bulkPurchase', { purchases, maxTotalUsd: '10.00' });
  await carryOut(service.services, nameOf(accepted));
  const { orders } = await ask<{ orders: object }>('{ orders { nodes { label autoRenew { period } } } }');
  expect(orders).toMatchObject({
    nodes: expect.arrayContaining([{ label: 'shop', autoRenew: { period: '7d' } }]),
  });
  const wrong = [ORDER, { ...ORDER, label: 'x'.repeat(65) }];
  expect(await send('bulkPurchase', { purchases: wrong, maxTotalUsd: '10.00' })).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: [{ path: ['purchases', '1', 'label'] }],
  });
});

test('a thousand purchases with labels are one request', async () => {
  const purchases = Array.from({ length: 1_000 }, (_, i) => ({
    ...ORDER,
    quantity: 1,
    label: `a shop of the customer ${i}`,
    customer: `customer ${i}`,
  }));
  const { job } = await send('bulkPurchase', { purchases, maxTotalUsd: '1800.00' });
  expect(job).toMatchObject({ count: 1_000, failed: 0 });
});

test('labels are written on many, and null takes them away', async () => {
  const bought = await purchase(service.services, buyerOf(reseller), {
    ...ORDER,
    label: 'old',
    note: 'stays',
  });
  const orderIds = [String(bought.sale.order.id)];
  await carryOut(service.services, nameOf(await send('bulkUpdateOrders', { orderIds, label: null })));
  expect(await ask('{ orders { nodes { label note } } }')).toEqual({
    orders: { nodes: [{ label: null, note: 'stays' }] },
  });
});

test('many are switched to renew themselves, and what is missing is told by its field', async () => {
  await givenOrders(service.services, buyerOf(reseller), 2);
  const on = { filter: {}, enabled: true };
  expect(await send('bulkSetAutoRenew', on)).toMatchObject({
    fields: [{ path: ['period'] }, { path: ['maxPriceUsd'] }],
  });
  const wanted = { ...on, period: '30d', maxPriceUsd: '1.80' };
  const { quote } = await ask<{ quote: object }>(
    `query ($input: BulkQuoteInput!) { quote: bulkQuote(input: $input) { ... on BulkQuote { count totalUsd } } }`,
    { input: { setAutoRenew: { ...wanted, idempotencyKey: 'any' } } },
  );
  expect(quote).toEqual({ count: 2, totalUsd: '0.00' });
  const accepted = await send('bulkSetAutoRenew', wanted);
  expect(accepted).toMatchObject({ job: { kind: 'SET_AUTO_RENEW', count: 2 } });
  await carryOut(service.services, nameOf(accepted));
  const autoRenew = { period: '30d', maxPriceUsd: '1.80', until: null };
  expect(await ask('{ orders { nodes { autoRenew { period maxPriceUsd until } } } }')).toEqual({
    orders: { nodes: [{ autoRenew }, { autoRenew }] },
  });
});

test('a job is cancelled, also twice, and one that is not there is refused', async () => {
  await givenOrders(service.services, buyerOf(reseller), 1);
  const { job } = await send('bulkRenew', { filter: {}, period: '30d', maxTotalUsd: '1.80' });
  const cancel = (id: string | undefined) =>
    ask(
      `mutation ($id: ID!) { result: cancelBulkJob(input: { id: $id }) { ${RESULT} ... on CancelBulkJobSuccess { job { ${JOB} } } } }`,
      { id },
    );
  const cancelled = { result: { job: { state: 'CANCELLED', done: 0 } } };
  expect(await cancel(job?.id)).toMatchObject(cancelled);
  expect(await cancel(job?.id)).toMatchObject(cancelled);
  expect(await cancel('bulk:999999')).toMatchObject({ result: { code: 'BULK_JOB_NOT_FOUND' } });
  expect(await cancel('order:7')).toMatchObject({ result: { code: 'INVALID_REQUEST' } });
});

test('the end of a job is heard of by a subscription', async () => {
  await givenOrders(service.services, buyerOf(reseller), 1);
  const { job } = await send('bulkRenew', { filter: {}, period: '30d', maxTotalUsd: '1.80' });
  const feed = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${reseller.apiKey}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: 'subscription { eventAdded(types: ["bulk.ended"]) { type data } }' }),
  });
  const worker = startWorker(service.services);
  await worker.round();
  await carryOut(service.services, nameOf({ __typename: '', ...(job && { job }) }), [worker]);
  let text = '';
  for await (const chunk of feed.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes('bulk.ended')) break;
  }
  expect(text).toContain('"state":"done"');
});
