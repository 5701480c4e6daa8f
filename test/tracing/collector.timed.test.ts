import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Program, startProgram } from '../e2e/program.ts';
import { TraceCollector } from '../support/trace-collector.ts';

const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
const LOST = 'spans are lost: they were not taken';
/** The 2 s of an interrupt, the second for the spans that wait, and the rest on a busy machine. */
const INTERRUPTED_WITHIN_MS = 6_000;
/** A command, the second for its span, and the rest on a busy machine: a batch is tried for 10 s. */
const COMMAND_WITHIN_MS = 8_000;

let collector: TraceCollector;
let program: Program | undefined;
beforeEach(async () => {
  collector = await TraceCollector.start();
});
afterEach(async () => {
  await program?.stop();
  program = undefined;
  await collector[Symbol.asyncDispose]();
});

async function start(settings: NodeJS.ProcessEnv = {}): Promise<Program> {
  program = await startProgram({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...settings });
  return program;
}

/** For what is not there, over a connection of its own, so that the workers take turns. */
async function ask(url: string): Promise<void> {
  const [answer] = await once(request(`${url}/nowhere`, { agent: false }).end(), 'response');
  answer.resume();
  await once(answer, 'end');
}

test('workers send their spans under the name of the service, each as an instance of its own', async () => {
  const headers = 'authorization=Bearer%20collector-token';
  const { url } = await start({
    WORKERS: '2',
    OTEL_SERVICE_NAME: 'shop',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.instance.id=everybody',
    OTEL_EXPORTER_OTLP_HEADERS: headers,
  });
  const instances = () =>
    new Set(collector.named('GET').map(({ resource }) => resource['service.instance.id']));
  await expect
    .poll(async () => {
      await ask(url);
      return instances().size;
    })
    .toBe(2);
  for (const { resource } of collector.spans)
    expect(resource).toMatchObject({
      'service.name': 'shop',
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
      'deployment.environment.name': 'test',
    });
  const processes = new Set(collector.named('GET').map(({ resource }) => resource['process.pid']));
  expect(processes.size).toBe(2);
  expect(collector.headers.map(({ authorization }) => authorization)).toContain('Bearer collector-token');
});

test('a collector that never answers delays no purchase, and the end of the program by a second at most', async () => {
  collector.status = undefined;
  const started = await start();
  const { rest } = await started.givenCustomer();
  expect((await rest.post('/v1/orders', PURCHASE)).status).toBe(201);
  await expect.poll(() => collector.texts.length).toBeGreaterThan(0);
  expect((await rest.post('/v1/orders', PURCHASE)).status).toBe(201);
  const toldAt = performance.now();
  expect(await started.end('SIGINT')).toBe(0);
  expect(performance.now() - toldAt).toBeLessThan(INTERRUPTED_WITHIN_MS);
});

test('a command is a span with its name and without its arguments, which is sent before the command ends', async () => {
  const { operator } = await start();
  await operator('reseller', 'add', '--name', 'Kept to oneself');
  await expect(operator('reseller', 'show', '--reseller', '999')).rejects.toThrow();
  const [added] = collector.named('command reseller add');
  expect(added?.attributes).toMatchObject({ 'gateway.command': 'reseller add' });
  expect(added?.attributes['gateway.database.statements']).toBeGreaterThan(2);
  const [shown] = collector.named('command reseller show');
  expect(shown?.attributes).toMatchObject({ 'gateway.refusal': 'invalid_request' });
  expect(collector.texts.join()).not.toContain('Kept to oneself');
});

test('a collector that never answers delays the end of a command by a second at most', async () => {
  const { operator } = await start();
  await operator('reseller', 'list');
  collector.status = undefined;
  const toldAt = performance.now();
  expect(await operator('reseller', 'list')).toHaveProperty('resellers');
  expect(performance.now() - toldAt).toBeLessThan(COMMAND_WITHIN_MS);
});

test('without its collector the service serves, and the log says once that spans are lost', async () => {
  collector.status = 400;
  const started = await start();
  const lost = () => started.logged().filter(({ msg }) => msg === LOST);
  const before = collector.texts.length;
  await expect
    .poll(async () => {
      await ask(started.url);
      return collector.texts.length;
    })
    .toBeGreaterThan(before + 1);
  await expect.poll(() => lost().length).toBe(1);
  expect(lost()).toMatchObject([{ level: 40, reason: 'HTTP 400' }]);
  collector.status = 200;
  await expect
    .poll(async () => {
      await ask(started.url);
      return started.logged().filter(({ msg }) => msg === 'spans are taken again').length;
    })
    .toBe(1);
});

test('what was done right before the end is sent before it', async () => {
  const started = await start();
  const { rest } = await started.givenCustomer();
  await rest.post('/v1/orders', PURCHASE);
  expect(await started.end('SIGTERM')).toBe(0);
  expect(collector.named('purchase')).toHaveLength(1);
});
