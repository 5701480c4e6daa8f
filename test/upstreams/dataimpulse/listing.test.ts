import { expect, test } from 'vitest';
import { type Answer, json } from '../../support/upstream-server.ts';
import { accountRow, type Bench, dataimpulseBench, failureOf, OUR_PASSWORD, REFERENCE } from './bench.ts';

const LIST = 'sub-user/list';

/** `count` accounts, whose ids are their numbers. Those in `ours` belong to our purchase. */
function accounts(count: number, ours: number[] = []): unknown[] {
  return Array.from({ length: count }, (_, id) => {
    if (ours.includes(id)) return accountRow({ id: id + 1 });
    return { id: id + 1, label: id % 2 ? 'somebody else' : null, login: 'x', password: 'y', balance: id };
  });
}

/** Serves the accounts in pages; `around` wraps a page into an answer. */
function list(all: unknown[], around: (page: unknown[]) => object): Answer {
  return (response, received) => {
    const { limit, offset } = received.query;
    json(around(all.slice(Number(offset), Number(offset) + Number(limit))))(response, received);
  };
}

const total = (all: unknown[]) => (page: unknown[]) => ({ items: page, total: all.length });

async function found(bench: Bench): Promise<string[]> {
  return (await bench.dataimpulse.findByReference(REFERENCE)).map(({ upstreamId }) => upstreamId);
}

function offsets(bench: Bench): number[] {
  return bench.calls().map(([path, { limit, offset }]) => {
    expect([path, limit]).toEqual([LIST, '1000']);
    return Number(offset);
  });
}

test.each([
  ['subusers', (page: unknown[]) => ({ subusers: page })],
  ['items', (page: unknown[]) => ({ items: page })],
  ['items with their total', (page: unknown[]) => ({ items: page, total: page.length })],
  [
    'subusers with a total that is a text',
    (page: unknown[]) => ({ subusers: page, total: `${page.length}` }),
  ],
  ['a total that is null', (page: unknown[]) => ({ subusers: page, total: null })],
])('the accounts of a reference are those with its label: %s', async (_, around) => {
  await using bench = await dataimpulseBench();
  bench.script(LIST, list(accounts(20, [14, 17]), around));
  expect(await bench.dataimpulse.findByReference(REFERENCE)).toEqual([
    { upstreamId: '15', login: 'login15', password: OUR_PASSWORD },
    { upstreamId: '18', login: 'login15', password: OUR_PASSWORD },
  ]);
  expect(offsets(bench)).toEqual([0]);
});

test('nothing was made under the reference', async () => {
  await using bench = await dataimpulseBench();
  bench.script(LIST, json({ subusers: [] }));
  expect(await found(bench)).toEqual([]);
});

test.each([
  ['the page before is read too, for the rest of the purchase', [3_400], ['3401'], [0, 3_000, 2_000]],
  ['a purchase may lie on both sides of a page', [2_999, 3_000], ['3001', '3000'], [0, 3_000, 2_000]],
  ['of an old one', [1], ['2'], [0, 3_000, 2_000, 1_000, 0]],
  ['none', [], [], [0, 3_000, 2_000, 1_000, 0]],
])('with a total, the newest accounts are read first: %s', async (_, ours, ids, pages) => {
  await using bench = await dataimpulseBench();
  const all = accounts(3_500, ours);
  bench.script(LIST, list(all, total(all)));
  expect(await found(bench)).toEqual(ids);
  expect(offsets(bench)).toEqual(pages);
});

test('an account that moves to the page before, because another was removed, is not missed', async () => {
  await using bench = await dataimpulseBench();
  const all = accounts(2_500, [1_000]);
  const serve = list(all, total(all));
  bench.script(LIST, serve, serve, (response, received) => {
    all.shift();
    serve(response, received);
  });
  expect(await found(bench)).toEqual(['1001']);
});

test.each([
  ['no total', 2_500, (page: unknown[]) => ({ subusers: page }), [0, 1_000, 2_000]],
  [
    "a total that is the page's",
    2_500,
    (page: unknown[]) => ({ items: page, total: page.length }),
    [0, 1_000, 2_000],
  ],
  ['a list that fills its last page', 2_000, (page: unknown[]) => ({ subusers: page }), [0, 1_000, 2_000]],
])('without one, the list is read to its end: %s', async (_, count, around, pages) => {
  await using bench = await dataimpulseBench();
  bench.script(LIST, list(accounts(count, [count - 1]), around));
  expect(await found(bench)).toEqual([`${count}`]);
  expect(offsets(bench)).toEqual(pages);
});

test('a list without end is not read for ever, and what was not read to the end is not "nothing"', async () => {
  await using bench = await dataimpulseBench();
  const page = accounts(1_000);
  bench.script(LIST, json({ subusers: page }));
  expect(await failureOf(found(bench))).toMatchObject({ outcome: 'unknown' });
  expect(bench.calls()).toHaveLength(100);
  bench.script(LIST, json({ items: page, total: 1_000_000 }));
  expect(await failureOf(found(bench))).toMatchObject({ outcome: 'unknown' });
  expect(bench.calls()).toHaveLength(201);
});

test.each([
  ['a page that is shorter than its total allows', { items: accounts(100), total: 250 }],
  ['an account without a label', { subusers: [{ id: 3, login: 'a', password: 'b' }] }],
  ['an account of ours that cannot be read', { subusers: [accountRow({ password: 'a:b' })] }],
  ['rows under another key', { rows: [accountRow()] }],
  ['rows that are no list', { subusers: { 15: accountRow() } }],
  ['a page that is none', {}],
])('%s: unknown, and not "nothing"', async (_, answer) => {
  await using bench = await dataimpulseBench();
  bench.script(LIST, json(answer));
  expect(await failureOf(found(bench))).toMatchObject({ outcome: 'unknown' });
});

test('what is left of a page of accounts comes with whether it is the last', async () => {
  await using bench = await dataimpulseBench();
  const rows = [{ id: 1, balance: '12900079458' }, { id: '2', balance: 0 }, { id: 3, balance: -1 }, 'junk'];
  bench.script(LIST, json({ subusers: accounts(1_000) }), json({ items: rows, total: 1_004 }));
  const first = await bench.dataimpulse.leftOnPage(0);
  expect([first.leftBytes.size, first.leftBytes.get('1000'), first.isLast]).toEqual([1_000, 999n, false]);
  const second = await bench.dataimpulse.leftOnPage(1);
  expect([...second.leftBytes]).toEqual([
    ['1', 12_900_079_458n],
    ['2', 0n],
  ]);
  expect(second.isLast).toBe(true);
  expect(offsets(bench)).toEqual([0, 1_000]);
});

test('a page of a thousand accounts with long settings is read, though it is longer than 1 MiB', async () => {
  await using bench = await dataimpulseBench();
  const blocked_hosts = Array.from({ length: 80 }, (_, number) => `host-${number}.example`);
  const rows = Array.from({ length: 1_000 }, (_, id) => accountRow({ id: id + 1, blocked_hosts }));
  const answer = JSON.stringify({ subusers: rows });
  expect(answer.length).toBeGreaterThan(1_500_000);
  bench.script(LIST, json(answer));
  expect((await bench.dataimpulse.leftOnPage(0)).leftBytes.size).toBe(1_000);
});
