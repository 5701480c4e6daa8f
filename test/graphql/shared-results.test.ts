import { getNamedType, getNullableType, isListType, isObjectType, isRequiredArgument } from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { topUp } from '../../src/billing/top-ups.ts';
import { isOfCredential } from '../../src/graphql/schema/builder.ts';
import { schema } from '../../src/graphql/schema/schema.ts';
import { fromOwnPage, type SignedIn, signedIn } from '../support/console.ts';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';
import { type SocketClient, socketClient } from '../support/sockets.ts';
import { recordStatements } from '../support/statements.ts';

const statements = recordStatements();
let service: RunningService;
let reseller: GivenLuxuryOrder;
let one: SignedIn;
let other: SignedIn;
let clients: SocketClient[];

beforeAll(async () => {
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  // It stands still: what changes by the time is the same in all answers, and is compared, too.
  service.clock.stop();
  reseller = await givenLuxuryOrder(service.services);
  one = await signedIn(service, reseller.resellerId);
  other = await signedIn(service, reseller.resellerId);
  clients = [
    socketClient(service.url, reseller.apiKey),
    socketClient(service.url, undefined, fromOwnPage(service.url, one.cookie)),
    socketClient(service.url, undefined, fromOwnPage(service.url, other.cookie)),
  ];
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await service.close();
});

/** What a key and two sessions get of a subscription to the balance, when that changes. */
async function eventsOf(fields: string): Promise<{ events: unknown[]; sessionReads: number }> {
  const balances = clients.map((client) =>
    client.follow<{ balanceUpdated: object }, never>(
      `subscription { balanceUpdated { balanceUsd ${fields} } }`,
    ),
  );
  const next = () => Promise.all(balances.map(async (events) => (await events.next()).data?.balanceUpdated));
  await next();
  let events: unknown[] = [];
  const sent = await statements.during(async () => {
    const { resellerId } = reseller;
    const reference = crypto.randomUUID();
    const at = service.clock.now();
    await topUp(service.services.database, { resellerId, amount: 1_000_000n, reference, at });
    events = await next();
  });
  for (const balance of balances) balance.stop();
  const reads = sent.filter((text) => text.includes('"console_sessions"') && text.includes('"browser"'));
  return { events, sessionReads: reads.length };
}

test('keys and sessions of a reseller share the result of an event', async () => {
  const { events, sessionReads } = await eventsOf('sessions { id browser }');
  expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1);
  expect(sessionReads).toBe(1);
});

test.each([
  ['session', 'session { id }', (id: string | null) => ({ session: id === null ? null : { id } })],
  [
    'session, if it is in a condition',
    'session @include(if: true) { __typename }',
    (id: string | null) => ({ session: id === null ? null : { __typename: 'ConsoleSession' } }),
  ],
  [
    'mark, if it is in a fragment under another name',
    'sessions { id ... { ... on ConsoleSession { marked: current } } }',
    (id: string | null) => ({
      sessions: [other.sessionId, one.sessionId].map((each) => ({ id: each, marked: each === id })),
    }),
  ],
])('each is told of its own %s', async (_name, fields, expected) => {
  const { events } = await eventsOf(fields);
  const ids = [null, one.sessionId, other.sessionId];
  expect(events).toMatchObject(ids.map((id): object => expected(id)));
});

test('a field whose value depends on the credential says so', async () => {
  const differing: ReturnType<typeof differences> = [];
  for (const type of ['Viewer', 'LuxuryOrder']) {
    const root = type === 'Viewer' ? 'viewer' : `order(id: "${reseller.order.id}")`;
    for (const field of fieldsOf(type, 3)) {
      const query = `{ it: ${root} { ... on ${type} { ${field} } } }`;
      const answers = [
        await one.ask<Answer>(query),
        await other.ask<Answer>(query),
        await sendGraphql<Answer>(service.url, reseller.apiKey, query),
        await one.ask<Answer>(query),
      ];
      const [first, ...others] = answers.map(({ body }) => body.data?.it ?? JSON.stringify(body));
      const again = others.pop();
      // What changes by itself, such as when a key was last used, cannot be compared.
      if (differences(type, first, again).length > 0) continue;
      differing.push(...others.flatMap((value) => differences(type, first, value)));
    }
  }
  const marked = new Set(differing.filter(({ isMarked }) => isMarked).map(({ name }) => name));
  expect(differing.filter(({ isMarked }) => !isMarked)).toEqual([]);
  expect([...marked].sort()).toEqual(['ConsoleSession.current', 'Viewer.session']);
});

interface Answer {
  it: Record<string, unknown>;
}

/** A selection of each field that needs no argument, with all that it has below. */
function fieldsOf(typeName: string, depth: number): string[] {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) return ['__typename'];
  return Object.values(type.getFields())
    .filter(({ args }) => !args.some(isRequiredArgument))
    .flatMap((field) => {
      const below = getNamedType(field.type);
      if (!('getFields' in below || 'getTypes' in below)) return [field.name];
      return depth > 0 ? [`${field.name} { ${fieldsOf(below.name, depth - 1).join(' ')} }`] : [];
    });
}

/** The outermost fields by which two values of a type differ. */
function differences(typeName: string, a: unknown, b: unknown): { name: string; isMarked: boolean }[] {
  if (JSON.stringify(a) === JSON.stringify(b)) return [];
  if (typeof a === 'string' || typeof b === 'string') throw new Error(`refused: ${a} ${b}`);
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`${typeName} has no fields`);
  return Object.values(type.getFields()).flatMap((field) => {
    const [own, its] = [a, b].map((value) => (value as Answer['it'] | null)?.[field.name]);
    if (JSON.stringify(own) === JSON.stringify(its)) return [];
    const name = `${typeName}.${field.name}`;
    if (isOfCredential(field)) return [{ name, isMarked: true }];
    const below = getNamedType(field.type);
    if (!isObjectType(below) || !own || !its) return [{ name, isMarked: false }];
    if (!isListType(getNullableType(field.type))) return differences(below.name, own, its);
    const [many, others] = [own as unknown[], its as unknown[]];
    if (many.length !== others.length) return [{ name, isMarked: false }];
    return many.flatMap((each, i) => differences(below.name, each, others[i]));
  });
}
