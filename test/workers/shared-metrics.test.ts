import { expect, test } from 'vitest';
import { Metrics } from '../../src/metrics/metrics.ts';
import { figuresOfAll, SharedMetrics } from '../../src/workers/shared.ts';
import { linked } from './linked.ts';

const REQUEST = { method: 'GET', route: '/healthz', status: 200, seconds: 0.25 };
const LABELS = 'method="GET",route="/healthz",status="200"';

/** Two workers, each with figures of its own. */
function sharing() {
  const shared = new SharedMetrics();
  const [a, b] = [0, 1].map(() => {
    const { primary, worker, suspend } = linked();
    const metrics = new Metrics();
    worker.answer('figures', () => metrics.figures());
    const end = shared.serve(primary);
    return { metrics, end, text: () => figuresOfAll(worker), worker, suspend };
  });
  if (!a || !b) throw new Error('There are two workers.');
  return { a, b };
}

test('whichever worker is asked, requests, gauges and buckets of all are added up', async () => {
  const { a, b } = sharing();
  a.metrics.answered(REQUEST);
  b.metrics.answered(REQUEST);
  b.metrics.answered({ ...REQUEST, seconds: 7 });
  a.metrics.rateLimited();
  b.metrics.opened('socket');
  a.metrics.opened('socket');
  const text = await a.text();
  expect(text).toContain(`gateway_request_duration_seconds_count{${LABELS}} 3`);
  expect(text).toContain(`gateway_request_duration_seconds_sum{${LABELS}} 7.5`);
  expect(text).toMatch(/^gateway_request_duration_seconds_bucket\{le="0.25",.*route="\/healthz".*\} 2$/m);
  expect(text).toMatch(/^gateway_request_duration_seconds_bucket\{le="\+Inf",.*route="\/healthz".*\} 3$/m);
  expect(text).toMatch(/^gateway_rate_limited_total 1$/m);
  expect(text).toMatch(/^gateway_connections\{kind="socket"\} 2$/m);
  expect(text).toMatch(/^# TYPE gateway_request_duration_seconds histogram$/m);
  expect(await b.text()).toContain(`gateway_request_duration_seconds_count{${LABELS}} 3`);
});

test('what a worker had counted stays counted when it has ended, and what it had open does not', async () => {
  const { a, b } = sharing();
  a.metrics.answered(REQUEST);
  b.metrics.answered(REQUEST);
  b.metrics.opened('stream');
  await a.text();
  b.end();
  a.metrics.answered(REQUEST);
  const text = await a.text();
  expect(text).toContain(`gateway_request_duration_seconds_count{${LABELS}} 3`);
  expect(text).toMatch(/^gateway_connections\{kind="stream"\} 0$/m);
});

test('one worker reads the database for all, and another one when it has ended', async () => {
  const { a, b } = sharing();
  a.worker.answer('database figures', () => 'gateway_backlog 1');
  b.worker.answer('database figures', () => 'gateway_backlog 2');
  for (const asked of [a, b]) expect(await asked.text()).toMatch(/^gateway_backlog 1$/m);
  a.end();
  expect(await b.text()).toMatch(/^gateway_backlog 2$/m);
});

test('a worker that does not report counts as it did when it last reported', async () => {
  const { a, b } = sharing();
  b.metrics.answered(REQUEST);
  await a.text();
  b.worker.answer('figures', () => new Promise(() => {}));
  a.metrics.answered(REQUEST);
  expect(await a.text()).toContain(`gateway_request_duration_seconds_count{${LABELS}} 2`);
});
