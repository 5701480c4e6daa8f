import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTraffic } from '../../src/luxury/traffic.ts';
import { UsageReader } from '../../src/luxury/usage-reader.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { recordStatements, type Statements } from '../support/statements.ts';

const GB = 2 ** 30;
const POLL_SECONDS = 5;
/** The number of rounds in a minute. */
const MINUTE = 60 / POLL_SECONDS;

let statements: Statements;
let opened: OpenedServices;
let reader: UsageReader;
/** The accounts that were read, in order. */
let read: string[];

beforeEach(async () => {
  statements = recordStatements();
  opened = await openServices({ onPoolCreated: statements.onPoolCreated });
  read = [];
  reader = new UsageReader(inPagesOfOne(opened.services), POLL_SECONDS);
});
afterEach(async () => {
  await reader.close();
  await opened.close();
});

/**
 * The real upstream, but with pages of one account: otherwise a test would have to buy a thousand orders for
 * each page.
 */
function inPagesOfOne(services: OpenedServices['services']): OpenedServices['services'] {
  const traffic = Object.create(services.traffic, {
    leftOnPage: {
      async value(page: number) {
        const account = [...(await services.traffic.leftOnPage(0)).leftBytes][page];
        if (account) read.push(account[0]);
        return { leftBytes: new Map(account && [account]), isLast: account === undefined };
      },
    },
  });
  return { ...services, traffic };
}

async function given(count: number, period = '10gb'): Promise<GivenLuxuryOrder[]> {
  const orders = [];
  for (let i = 0; i < count; i++) orders.push(await givenLuxuryOrder(opened.services, { period }));
  return orders;
}

async function upstreamIdOf({ resellerId, order }: GivenLuxuryOrder): Promise<string> {
  const name = { resellerId, orderId: order.id };
  const traffic = (await readTraffic(opened.services.database.sql, [name])).get(order.id);
  return String(traffic?.upstreamId);
}

async function use(order: GivenLuxuryOrder, bytes: number): Promise<void> {
  const subUserId = Number(await upstreamIdOf(order));
  const body = JSON.stringify([{ subUserId, bytes }]);
  expect((await fetch(`${opened.sandbox.url}/control/usage`, { method: 'PUT', body })).status).toBe(200);
}

/** In how many of these rounds the order was read, once the reader knows all pages. */
async function readIn(order: GivenLuxuryOrder, rounds: number): Promise<number> {
  const upstreamId = await upstreamIdOf(order);
  let times = 0;
  for (let round = 0; round < rounds; round++) {
    read = [];
    await reader.round();
    opened.clock.advance(POLL_SECONDS * 1_000);
    if (read.includes(upstreamId)) times += 1;
  }
  return times;
}

async function knowAllPages(): Promise<void> {
  for (let round = 0; round < 2; round++) await reader.round();
}

test('an order that is idle and has much left is read within a minute, and not in every round', async () => {
  const [order] = (await given(14)) as [GivenLuxuryOrder];
  await knowAllPages();
  const times = await readIn(order, MINUTE);
  expect(times).toBeGreaterThan(0);
  expect(times).toBeLessThan(MINUTE / 2);
});

test('an order that has moved is read in every round of the next five minutes, and then no more', async () => {
  const [order] = (await given(14)) as [GivenLuxuryOrder];
  await knowAllPages();
  await use(order, 1);
  await readIn(order, MINUTE);
  expect(await readIn(order, 4 * MINUTE - 1)).toBe(4 * MINUTE - 1);
  await readIn(order, MINUTE);
  expect(await readIn(order, MINUTE)).toBeLessThan(MINUTE / 2);
});

test('a move that a request has read counts, and so does one that another process has read', async () => {
  const [order] = (await given(14)) as [GivenLuxuryOrder];
  await use(order, 1);
  const another = new UsageReader(opened.services, POLL_SECONDS);
  await another.round();
  await another.close();
  await knowAllPages();
  expect(await readIn(order, MINUTE)).toBe(MINUTE);
});

test.each([
  ['1 GB', '10gb', 9 * GB],
  ['a tenth', '50gb', 45 * GB],
])(
  'an order with %s left is read in every round although it is idle, until it is used up',
  async (_left, period, used) => {
    const [order] = (await given(1, period)) as [GivenLuxuryOrder];
    await given(13);
    await use(order, used);
    await knowAllPages();
    opened.clock.advance(600_000);
    expect(await readIn(order, MINUTE)).toBe(MINUTE);
    await use(order, GB * 50);
    await reader.round();
    opened.clock.advance(600_000);
    expect(await readIn(order, MINUTE)).toBeLessThan(MINUTE / 2);
  },
);

test('an order that was just bought is read in the next round', async () => {
  await given(2);
  await knowAllPages();
  const [order] = (await given(1)) as [GivenLuxuryOrder];
  expect(await readIn(order, 1)).toBe(1);
});

test('a watched account that is gone upstream is looked for once a minute, not in every round', async () => {
  const [gone] = (await given(6)) as [GivenLuxuryOrder];
  const watched = [gone.order.id];
  await sql`insert into watchers values (${randomUUID()}, ${watched}::bigint[], clock_timestamp() + interval '1 hour')`.execute(
    opened.services.database.sql,
  );
  await opened.services.traffic.remove(await upstreamIdOf(gone));
  await knowAllPages();
  const pages = async () => (await reader.round()).pages;
  // Each round reads the last page, and one of the others in turn.
  expect([await pages(), await pages(), await pages()]).toEqual([2, 2, 2]);
  opened.clock.advance(60_000);
  expect(await pages()).toBe(6);
});

test('a round costs as many calls and statements when a page has 30 orders as when it has 3', async () => {
  const counted = async () => {
    const whole = new UsageReader(opened.services, POLL_SECONDS);
    let pages = 0;
    const sent = await statements.during(async () => {
      pages = (await whole.round()).pages;
    });
    await whole.close();
    return { pages, statements: sent.length };
  };
  await given(3);
  // Two for the lease, which nobody has, and one each for the watched orders, the snapshot and the readings.
  expect(await counted()).toEqual({ pages: 1, statements: 5 });
  await given(27);
  expect(await counted()).toEqual({ pages: 1, statements: 5 });
});
