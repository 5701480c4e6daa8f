import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenReseller, givenKeys, givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';
import { recordStatements, type Statements } from '../support/statements.ts';
import { problemsOf } from './answer-problems.ts';
import { ATTACKS } from './attacks.ts';
import type { Probe, ProbeResult } from './probe.ts';
import { openProbeClient, type ProbeClient } from './probe-client.ts';

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
let client: ProbeClient;
let baselineMs: number;

const TRIVIAL = (mark: string): Probe => ({
  method: 'POST',
  path: '/graphql',
  body: { query: `{ nothing } #${mark}` },
});

beforeAll(async () => {
  statements = recordStatements();
  service = await startService({ onPoolCreated: statements.onPoolCreated });
  reseller = await givenReseller(service.services);
  client = openProbeClient(service, reseller);
  for (let i = 0; i < 100; i++) await client.send(TRIVIAL(`warm ${i}`));
  baselineMs = await cost(TRIVIAL, 0);
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service.close();
});

/** The least CPU time of one request, in ms, measured until it is low enough. */
async function cost(attack: (mark: string) => Probe, enoughMs: number): Promise<number> {
  for (let i = 0; i < WARM_UP; i++) await client.send(attack(`warm ${i}`));
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && least > enoughMs; round++) {
    const probes = Array.from({ length: REQUESTS }, (_, i) => written(attack(`${round}.${i}`)));
    const before = process.cpuUsage();
    for (const probe of probes) await client.send(probe);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000 / REQUESTS);
  }
  return least;
}

/** Serializes the request beforehand, so that this work of the client is not measured. */
function written(probe: Probe): Probe {
  const { body } = probe;
  return typeof body === 'object' && !Buffer.isBuffer(body)
    ? { ...probe, body: JSON.stringify(body) }
    : probe;
}

function codesOf({ body }: ProbeResult): unknown[] {
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
    const probe = attack('once');
    const headers = { ...probe.headers, authorization: `Bearer ${key}` };
    const results: ProbeResult[] = [];
    const texts = await statements.during(async () => {
      results.push(await client.send({ ...probe, headers }));
    });
    expect(results.flatMap(problemsOf)).toEqual([]);
    expect(results.flatMap(codesOf)[0]).toMatch(/^(INVALID_REQUEST|INVALID_JSON|RATE_LIMITED)$/);
    expect(new Set(results.flatMap(codesOf)).size).toBe(1);
    expect(results[0]?.body).not.toHaveProperty('data');
    expect(texts.filter((text) => !/api_keys|rate_windows/.test(text))).toEqual([]);
    expect(texts.length).toBeLessThanOrEqual(2);
  },
);

test.each(attacks)('%s: costs no more CPU time than it may', async (_name, attack) => {
  expect((await cost(attack, baselineMs + LIMIT_MS)) - baselineMs).toBeLessThan(LIMIT_MS);
});
