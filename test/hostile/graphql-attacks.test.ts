import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenKeys, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { ATTACKS } from './attacks.ts';
import { type Barrage, openBarrage } from './barrage.ts';
import type { Hit, Shot } from './hit.ts';
import { flawsOf } from './judge.ts';

/** In ms of CPU: what refusing an attack may cost beyond refusing any request, the client's part included. */
const LIMIT_MS = 5;
/** Requests of a round, so that shared work such as garbage collection is spread over them. */
const REQUESTS = 4;
/**
 * The cheapest round counts, because other work on the machine can only add to a round. The first round that
 * is cheap enough ends the search.
 */
const MAX_ROUNDS = 200;
/** How often a document is sent before the service compiles it. */
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
  baselineMs = await cost(TRIVIAL, 0);
});

afterAll(async () => {
  await barrage[Symbol.asyncDispose]();
  await service.close();
});

/** The least CPU time of one request, in ms, measured until it is low enough. */
async function cost(attack: (mark: string) => Shot, enoughMs: number): Promise<number> {
  for (let i = 0; i < WARM_UP; i++) await barrage.fire(attack(`warm ${i}`));
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least > enoughMs; round++) {
    const shots = Array.from({ length: REQUESTS }, (_, i) => written(attack(`${round}.${i}`)));
    const before = process.cpuUsage();
    for (const shot of shots) await barrage.fire(shot);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000 / REQUESTS);
  }
  return least;
}

/** Serializes the request beforehand, so that this work of the client is not measured. */
function written(shot: Shot): Shot {
  const { body } = shot;
  return typeof body === 'object' && !Buffer.isBuffer(body) ? { ...shot, body: JSON.stringify(body) } : shot;
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

test.each(attacks)('%s: costs no more CPU time than it may', async (_name, attack) => {
  expect((await cost(attack, baselineMs + LIMIT_MS)) - baselineMs).toBeLessThan(LIMIT_MS);
});
