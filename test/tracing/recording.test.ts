import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { beginSpan, currentSpan, inSpan } from '../../src/kit/spans.ts';
import { openTracing } from '../../src/tracing/open-tracing.ts';
import { TraceCollector } from '../support/trace-collector.ts';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));
const QUIET = { info() {}, warn() {} };
/** What waits, and a batch that is under way. */
const MOST_KEPT = 2_048 + 512;

const open = (collector: TraceCollector, { share = 1, followsClients = true } = {}) =>
  openTracing({ url: `${collector.endpoint}/v1/traces`, share, followsClients }, QUIET);

test('OpenTelemetry is imported in src/tracing alone, which is loaded only when spans are recorded', async () => {
  const files = await readdir(SRC, { recursive: true });
  const importing: string[] = [];
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const text = await readFile(`${SRC}/${file}`, 'utf8');
    if (/from '@opentelemetry/.test(text) && !file.startsWith('tracing/')) importing.push(file);
    if (/^import (?!type )[^;]*from '\.[^']*tracing\//m.test(text)) importing.push(file);
  }
  expect(importing).toEqual([]);
});

test('work that no span is recorded of is done all the same', async () => {
  expect(beginSpan({ name: 'nothing' })).toBeUndefined();
  expect(await inSpan({ name: 'nothing' }, async () => currentSpan())).toBeUndefined();
});

test('spans that a collector is too slow for are dropped, and the others are sent', async () => {
  await using collector = await TraceCollector.start();
  collector.status = undefined;
  const close = open(collector);
  for (let count = 0; count < 10_000; count++) beginSpan({ name: 'one of many' })?.end();
  await expect.poll(() => collector.texts.length).toBe(1);
  collector.status = 200;
  const closing = close();
  await expect.poll(() => collector.spans.length).toBeGreaterThan(2_000);
  expect(collector.spans.length).toBeLessThanOrEqual(MOST_KEPT);
  await closing;
  expect(collector.spans.length).toBeLessThanOrEqual(MOST_KEPT);
});

test.each([
  { followsClients: true, share: 1, flag: '00', recorded: 0 },
  { followsClients: true, share: 0, flag: '01', recorded: 1 },
  { followsClients: false, share: 1, flag: '00', recorded: 1 },
  { followsClients: false, share: 0, flag: '01', recorded: 0 },
])(
  'of a share of $share, following clients: $followsClients, a trace with flag $flag is recorded $recorded times',
  async ({ recorded, flag, ...sampling }) => {
    await using collector = await TraceCollector.start();
    const close = open(collector, sampling);
    const traceparent = `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flag}`;
    await inSpan({ name: 'asked for', kind: 'server', traceparent }, async () =>
      inSpan({ name: 'inner' }, async () => {}),
    );
    await close();
    expect(collector.named('inner')).toHaveLength(recorded);
  },
);

test('the class of an error is told, or its code, and never its message', async () => {
  await using collector = await TraceCollector.start();
  const close = open(collector);
  const errors = [
    new TypeError('a secret'),
    Object.assign(new Error('a secret'), { code: 'ECONNRESET' }),
    Object.assign(new Error('a secret'), { code: 'a secret' }),
    'a secret',
  ];
  for (const error of errors) await inSpan({ name: 'fails' }, () => Promise.reject(error)).catch(() => {});
  await close();
  const types = collector.named('fails').map(({ attributes }) => attributes['error.type']);
  expect(types).toEqual(['TypeError', 'ECONNRESET', 'Error', '_OTHER']);
  expect(collector.texts.join()).not.toContain('a secret');
});
