import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenKeys, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { ATTACKS, COSTLY } from './attacks.ts';
import { type Barrage, type Hit, openBarrage, type Shot } from './barrage.ts';
import { flawsOf } from './judge.ts';

/** What refusing an attack may cost beyond what refusing anything costs, the client's part in the same process included. */
const LIMIT_MS = 5;
/** Those for which GraphQL's own rules compare each with each: the number of tokens bounds them, close to the limit. */
const CLOSE = new Set([
  'selections within selections',
  'one field 1,990 times',
  'one alias for 150 arguments',
  'fields that are not there',
  'arguments that are not there',
  'input fields that are not there',
  'variables that are not used',
  'variables of types that are not there',
  'variables that are not declared',
  '240 fragments that are not used',
  'fragments that all spread each other',
  'fragments that differ under one alias',
  'a directive that is not there, 900 times',
]);
const CLOSE_LIMIT_MS = 12;
/** The least of several measurements counts: what else the machine does can only add to it. */
const MEASUREMENTS = 11;
/** So often a document is sent before the service compiles it. */
const WARM_UP = 5;

let service: RunningService;
let reseller: GivenReseller;
let statements: Statements;
let barrage: Barrage;
let baselineMs: number;

const TRIVIAL = (mark: string): Shot => ({
  method: 'POST',
  path: '/graphql',
  body: { query: `{ nothing } #${mark}` },
});

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  reseller = await givenReseller(service.services);
  barrage = openBarrage(service, reseller);
  for (let i = 0; i < 100; i++) await barrage.fire(TRIVIAL(`warm ${i}`));
  baselineMs = await cost(TRIVIAL);
});

afterAll(async () => {
  await barrage[Symbol.asyncDispose]();
  await service.close();
});

/** The CPU time of one request, in ms. */
async function cost(attack: (mark: string) => Shot, measurements = MEASUREMENTS): Promise<number> {
  const measured: number[] = [];
  for (let i = 0; i < WARM_UP + measurements; i++) {
    const shot = attack(String(i));
    const before = process.cpuUsage();
    await barrage.fire(shot);
    const { user, system } = process.cpuUsage(before);
    if (i >= WARM_UP) measured.push((user + system) / 1_000);
  }
  return Math.min(...measured);
}

function codesOf({ body }: Hit): unknown[] {
  return (
    (body as { errors?: { extensions: { code: string } }[] }).errors?.map(
      ({ extensions }) => extensions.code,
    ) ?? []
  );
}

const attacks = Object.entries(ATTACKS);

test.each(attacks)(
  '%s: refused with a code, after no statement but those that admit a request',
  async (_name, attack) => {
    const [key] = await givenKeys(service.services, reseller.resellerId, 1);
    const shot = attack('once');
    const headers = { ...shot.headers, authorization: `Bearer ${key}` };
    const hits: Hit[] = [];
    const texts = await statements.during(async () => {
      hits.push(await barrage.fire({ ...shot, headers }));
    });
    expect(hits.flatMap(flawsOf)).toEqual([]);
    expect(hits.flatMap(codesOf)[0]).toMatch(/^(invalid_request|invalid_json|rate_limited)$/);
    expect(new Set(hits.flatMap(codesOf)).size).toBe(1);
    expect(hits[0]?.body).not.toHaveProperty('data');
    expect(texts.filter((text) => !/api_keys|rate_windows/.test(text))).toEqual([]);
    expect(texts.length).toBeLessThanOrEqual(2);
  },
);

test('none costs more CPU time than it may', { timeout: 60_000, retry: 2 }, async () => {
  const over: [string, number][] = [];
  for (const [name, attack] of attacks) {
    const milliseconds = (await cost(attack)) - baselineMs;
    if (milliseconds > (CLOSE.has(name) ? CLOSE_LIMIT_MS : LIMIT_MS)) over.push([name, milliseconds]);
  }
  expect(over).toEqual([]);
});

// What a busy machine does to one measurement it does not do to three.
test.each(Object.entries(COSTLY))(
  '%s costs no more CPU time than it may',
  { timeout: 60_000, retry: 2 },
  async (_name, attack) => {
    expect((await cost(attack)) - baselineMs).toBeLessThan(CLOSE_LIMIT_MS);
  },
);
