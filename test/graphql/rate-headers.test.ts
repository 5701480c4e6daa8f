import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type GivenReseller, givenReseller } from '../support/given.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;
let reseller: GivenReseller;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  reseller = await givenReseller(service.services);
});

/** A whole number of seconds within the minute: which one depends on how long the test takes. */
const SECONDS = expect.stringMatching(/^([1-9]|[1-5]\d|60)$/);

const rateOf = ({ headers }: { headers: Headers }) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
const send = (query: string) => sendGraphql(service.url, reseller.apiKey, query);
const post = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${reseller.apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  });

test('every answer says what is left of the rate, of which each root field takes one', async () => {
  expect(rateOf(await send('{ viewer { name } }'))).toEqual(['60', '59', SECONDS]);
  expect(rateOf(await send('{ a: viewer { name } b: viewer { name } tiers { id } }'))).toEqual([
    '60',
    '56',
    SECONDS,
  ]);
  const got = await fetch(`${service.url}/graphql?query={viewer{name}}`, {
    headers: { authorization: `Bearer ${reseller.apiKey}` },
  });
  expect(rateOf(got)).toEqual(['60', '55', SECONDS]);
});

test('so does a refusal of what was counted', async () => {
  const refused = [
    [400, send('{ nonsense }')],
    [400, send('{')],
    [400, post('{')],
    [413, post(' '.repeat(600_000))],
    [415, post('query=x', { 'content-type': 'text/plain' })],
    [406, post('{"query":"subscription { balanceUpdated { name } }"}')],
  ] as const;
  const left = [];
  for (const [status, answering] of refused) {
    const answer = await answering;
    expect(answer.status).toBe(status);
    left.push(rateOf(answer)[1]);
  }
  expect(left.sort()).toEqual(['54', '55', '56', '57', '58', '59']);
});

test('fields that ask the provider take one each where they are more than the root fields, by the lengths of lists', async () => {
  const days = 'days { date }';
  const stats = `... on LuxuryOrder { stats { ${days} } }`;
  const counted: [count: number, query: string, variables?: object][] = [
    [1, `{ order(id: "1") { ${stats} } }`],
    [2, `{ order(id: "1") { ... on LuxuryOrder { stats { ${days} } diagnosis { __typename } } } }`],
    [
      3,
      `{ order(id: "1") { ... on LuxuryOrder { a: stats { ${days} } b: stats { ${days} } ...More } } } fragment More on LuxuryOrder { c: stats { ${days} } }`,
    ],
    [3, `{ a: node(id: "1") { ${stats} } b: node(id: "2") { ${stats} } tiers { id } }`],
    [3, `{ nodes(ids: ["1", "2", "3"]) { ${stats} } }`],
    [4, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${stats} } }`, { ids: ['1', '2', '3', '4'] }],
    [14, `query ($n: Int = 14) { orders(first: $n) { nodes { ${stats} } } }`],
    [1, '{ addressCount(type: "diresi") { __typename } }'],
    // Refused before they are executed: for their complexity, and for a variable that is missing.
    [1, `{ orders(first: 200) { nodes { ${stats} } } }`],
    [1, `query ($ids: [ID!]!) { nodes(ids: $ids) { ${stats} } }`],
  ];
  let left = 60;
  for (const [count, query, variables] of counted) {
    left -= count;
    const { headers } = await sendGraphql(service.url, reseller.apiKey, query, variables);
    expect([query, headers.get('ratelimit-remaining')]).toEqual([query, String(left)]);
  }
  // An event of a subscription is answered from the last readings.
  const stream = await post(
    JSON.stringify({ query: `subscription { orderUpdated(orderId: "1") { ${stats} } }` }),
    {
      accept: 'text/event-stream',
    },
  );
  expect(rateOf(stream)[1]).toBe(String(left - 1));
  await stream.body?.cancel();
});

test('429 says that nothing is left and when to try again, and how much is left where fewer root fields would be admitted', async () => {
  await sql`insert into rate_windows values (${reseller.keyId},
    array_fill('-infinity'::timestamptz, array[2]) || array_fill(clock_timestamp() - interval '17.5 s', array[58]))`.execute(
    service.services.database.sql,
  );
  const three = await send('{ a: viewer { name } b: viewer { name } c: viewer { name } }');
  expect([three.status, ...rateOf(three)]).toEqual([429, '60', '2', three.headers.get('retry-after')]);
  await send('{ a: viewer { name } b: viewer { name } }');
  const one = await send('{ viewer { name } }');
  expect([one.status, ...rateOf(one)]).toEqual([429, '60', '0', one.headers.get('retry-after')]);
});

test('so does an event stream as it opens', async () => {
  const answer = await post('{"query":"subscription { balanceUpdated { name } }"}', {
    accept: 'text/event-stream',
  });
  expect([answer.status, ...rateOf(answer)]).toEqual([200, '60', '59', SECONDS]);
  await answer.body?.cancel();
});

test('an unknown key and the page for browsers get no such headers', async () => {
  const stranger = await sendGraphql(service.url, 'nobody', '{ viewer { name } }');
  expect([stranger.status, ...rateOf(stranger)]).toEqual([401, null, null, null]);
  const page = await fetch(`${service.url}/graphql`, { headers: { accept: 'text/html' } });
  expect([page.status, ...rateOf(page)]).toEqual([200, null, null, null]);
});
