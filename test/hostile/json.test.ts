import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GivenLuxuryOrder, givenLuxuryOrder } from '../support/given-luxury.ts';
import { type RunningService, startService } from '../support/service.ts';
import { INVALID, UNDECIDED, VALID } from './json-corpus.ts';
import type { Probe, ProbeResult } from './probe.ts';
import { openProbeClient, type ProbeClient } from './probe-client.ts';

/** Valid texts that are refused all the same, because it is unclear which of two values counts. */
const AMBIGUOUS = new Set(['object_duplicated_key', 'object_duplicated_key_and_value']);

let service: RunningService;
let luxury: GivenLuxuryOrder;
let client: ProbeClient;

beforeAll(async () => {
  service = await startService();
  luxury = await givenLuxuryOrder(service.services);
  client = openProbeClient(service, luxury);
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await service.close();
});

/**
 * Each door, with the beginning of a body. The tested text follows as the value of a member that the door
 * ignores or refuses by name.
 */
const DOORS = [
  ['POST /v1/orders', '{"tier":"none","type":"none","country":"US","period":"30d","ignored":'],
  ['PATCH /v1/orders/{id}/settings', '{"country":'],
  ['POST /graphql', '{"query":"{ __typename }","variables":{"unused":1},"extensions":'],
] as const;

/** The cases alone and within an object, for one door. */
function probes(door: string, before: string, cases: Iterable<string>): Probe[] {
  const [method = '', template = ''] = door.split(' ');
  const path = template.replace('{id}', String(luxury.order.id));
  const send = (text: string): Probe => ({ method, path, body: Buffer.from(text, 'latin1') });
  return Array.from(cases).flatMap((text) => [send(text), send(`${before}${text}}`)]);
}

function codeOf({ body }: ProbeResult): string | undefined {
  const { error, errors } = (body ?? {}) as {
    error?: { code: string };
    errors?: { extensions: { code: string } }[];
  };
  return error?.code ?? errors?.[0]?.extensions.code.toLowerCase();
}

/** The requests whose answer is not as expected, with the answer's code. */
async function unexpected(sent: Probe[], isExpected: (result: ProbeResult) => boolean): Promise<string[]> {
  const wrong: string[] = [];
  const flaws = await client.sendAll(sent, (result) => {
    const shown = String(result.probe.body).slice(0, 200);
    if (!isExpected(result)) wrong.push(`${result.status} ${codeOf(result)}: ${shown}`);
  });
  return [...flaws, ...wrong];
}

test.each(DOORS)('%s takes what is JSON and an object', async (door, before) => {
  const cases = Object.entries(VALID).flatMap(([name, text]) => (AMBIGUOUS.has(name) ? [] : [text]));
  const isObject = (bytes: unknown) =>
    !Array.isArray(JSON.parse(String(bytes))) && /^\s*\{/.test(String(bytes));
  const wrong = await unexpected(
    probes(door, before, cases),
    (result) => (codeOf(result) === 'invalid_json') === !isObject(result.probe.body),
  );
  expect(wrong).toEqual([]);
});

test.each(DOORS)('%s refuses what is no JSON as invalid_json', async (door, before) => {
  const wrong = await unexpected(
    probes(door, before, Object.values(INVALID)),
    (result) =>
      result.status ===
        (String(result.probe.body).length > 524_288 && door === 'POST /graphql' ? 413 : 400) &&
      codeOf(result) === 'invalid_json',
  );
  expect(wrong).toEqual([]);
});

test.each(DOORS)('%s makes up its mind about what JSON leaves open', async (door, before) => {
  const sent = probes(door, before, Object.values(UNDECIDED));
  expect(await unexpected(sent, ({ status }) => status < 500)).toEqual([]);
});

test.each(DOORS)('%s refuses a key that is there twice as invalid_json', async (door, before) => {
  const cases = [...AMBIGUOUS].map((name) => VALID[name] ?? '');
  const sent = probes(door, before, cases);
  expect(sent).toHaveLength(4);
  expect(await unexpected(sent, (result) => codeOf(result) === 'invalid_json')).toEqual([]);
});
