import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { insertOrders } from '../support/inserted-orders.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
  reseller = await givenReseller(service.services);
  await insertOrders(service.services, reseller.resellerId, 5);
});
afterAll(() => service.close());

interface Answer {
  orders?: {
    totalCount: number;
    pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string };
    edges: { cursor: string; node: { id: string } }[];
  };
}

async function ask(args: string) {
  const query = `{ orders(${args}) { totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } edges { cursor node { id proxies { host } } } } }`;
  const { body } = await sendGraphql<Answer>(service.url, reseller.apiKey, query);
  return body;
}

async function found(args: string) {
  const { data, errors } = await ask(args);
  if (!data?.orders) throw new Error(JSON.stringify(errors));
  return { ...data.orders, ids: data.orders.edges.map(({ node }) => node.id) };
}

test('a list by the end has the soonest first, and its cursors lead through it both ways', async () => {
  const newest = await found('first: 5');
  const all = await found('first: 5, orderBy: ENDS_SOONEST');
  expect(all.ids).toEqual(newest.ids.toReversed());
  const first = await found('first: 2, orderBy: ENDS_SOONEST');
  expect([first.totalCount, first.ids, first.pageInfo.hasNextPage]).toEqual([5, all.ids.slice(0, 2), true]);
  const after = JSON.stringify(first.pageInfo.endCursor);
  const second = await found(`first: 3, orderBy: ENDS_SOONEST, after: ${after}`);
  expect([second.ids, second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage]).toEqual([
    all.ids.slice(2),
    false,
    true,
  ]);
  const before = JSON.stringify(second.pageInfo.startCursor);
  const back = await found(`last: 2, orderBy: ENDS_SOONEST, before: ${before}`);
  expect(back.ids).toEqual(first.ids);
  const last = await found('last: 2, orderBy: ENDS_SOONEST');
  expect(last.ids).toEqual(all.ids.slice(-2));
  expect((await found('first: 5, orderBy: null')).ids).toEqual(newest.ids);
});

const encoded = (text: string) => JSON.stringify(Buffer.from(text).toString('base64url'));

test('a cursor of the other order is refused by name', async () => {
  const refusal = [
    {
      path: ['after'],
      message: 'must be a cursor that an earlier page gave, in the same order',
    },
  ];
  const newest = JSON.stringify((await found('first: 1')).pageInfo.endCursor);
  const soonest = JSON.stringify((await found('first: 1, orderBy: ENDS_SOONEST')).pageInfo.endCursor);
  for (const args of [`after: ${newest}, orderBy: ENDS_SOONEST`, `after: ${soonest}`]) {
    const { errors } = await ask(args);
    expect(errors?.[0]?.extensions).toEqual({ code: 'INVALID_REQUEST', fields: refusal });
  }
});

test.each([
  '',
  'ending',
  'ending::',
  'ending:1',
  'ending:1:x',
  'ending:-1:1',
  'ending:1e3:1',
  'ending:1:1:1',
  'ending:99999999999999999:1',
  'ending:1:9999999999999999',
  'Ending:1:1',
  'constructor:1:1',
  "ending:1:1'; drop table orders",
  ' ending:1:1',
  'ending:1:1\n',
  'movement:1',
])('a cursor that says %j is refused', async (text) => {
  const { errors } = await ask(`orderBy: ENDS_SOONEST, before: ${encoded(text)}`);
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'INVALID_REQUEST',
    fields: [{ path: ['before'] }],
  });
});

test.each(['ending', 'endless', 'ended'])(
  'a made-up place in the part %s reads nothing but the caller’s own list',
  async (part) => {
    const all = (await found('first: 5, orderBy: ENDS_SOONEST')).ids;
    for (const end of ['0', '9999999999999999'])
      for (const id of ['0', '999999999999999'])
        for (const side of ['after', 'before']) {
          const page = await found(`orderBy: ENDS_SOONEST, ${side}: ${encoded(`${part}:${end}:${id}`)}`);
          expect(new Set(page.ids).size).toBe(page.ids.length);
          expect(all).toEqual(expect.arrayContaining(page.ids));
          expect(page.totalCount).toBe(5);
        }
  },
);
