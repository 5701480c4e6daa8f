import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenReseller } from '../support/given.ts';
import { type RunningService, startService } from '../support/service.ts';

const PROJECT = new URL('../../', import.meta.url);
const ALERTS = new URL('deploy/alerts.yml', PROJECT);
const ROW = /^\| `(?<name>gateway_\w+)` \| (?<type>\w+) \| (?<labels>[^|]*)\| [^|]+ \|$/gm;
/** Prometheus' own labels of histograms and summaries. */
const OWN_LABELS = ['le', 'quantile'];
/** Units that are not base units, kinds of metrics, and endings that belong to others. */
const BAD_NAMES =
  /_(ms|millis|milliseconds|minutes|hours|days|kb|mb|gb|micros|percent|gauge|counter|histogram|summary|count|sum|bucket)(_total)?$/;

interface Metric {
  type: string;
  help: string;
  labels: string[];
  series: number;
}

let service: RunningService;
let text: string;
let metrics: Map<string, Metric>;

beforeAll(async () => {
  service = await startService();
  const { apiKey } = await givenReseller(service.services);
  service.sandbox.arm([{ upstream: 'px6', call: 'buy', mode: 'refuse', times: 1 }]);
  for (const status of [502, 201]) {
    const bought = await fetch(`${service.url}/v1/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}` },
      body: JSON.stringify({ tier: 'prem', type: 'ipv4', country: 'US', period: '30d' }),
    });
    expect(bought.status).toBe(status);
  }
  text = await service.figures();
  metrics = read(text);
});
afterAll(() => service.close());

/** What the exposition says of each metric. Fails where a metric is there twice. */
function read(exposition: string): Map<string, Metric> {
  const found = new Map<string, Metric>();
  for (const [, name = '', help = ''] of exposition.matchAll(/^# HELP (\w+) (.*)$/gm)) {
    expect(found.has(name), `${name} is there once`).toBe(false);
    found.set(name, { help, type: '', labels: [], series: 0 });
  }
  for (const [, name = '', type = ''] of exposition.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    const metric = found.get(name);
    if (metric) metric.type = type;
  }
  for (const [, series = '', given = ''] of exposition.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
    const metric = found.get(series) ?? found.get(series.replace(/_(bucket|sum|count)$/, ''));
    const names = [...given.matchAll(/(\w+)="/g)].map(([, name = '']) => name);
    if (!metric) throw new Error(`${series} has no description`);
    metric.series += 1;
    metric.labels = [...new Set([...metric.labels, ...names])].filter((name) => !OWN_LABELS.includes(name));
  }
  return found;
}

const own = () => [...metrics].filter(([name]) => name.startsWith('gateway_'));

test('the table of docs/operating.md has every metric, with its type and its labels', () => {
  const page = readFileSync(new URL('docs/operating.md', PROJECT), 'utf8');
  const rows = [...page.matchAll(ROW)].map(({ groups: { name = '', type = '', labels = '' } = {} }) => ({
    name,
    type,
    labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).sort(),
  }));
  const shown = new Map(rows.map(({ name, ...rest }) => [name, rest]));
  expect(rows.map(({ name }) => name).sort()).toEqual(
    own()
      .map(([name]) => name)
      .sort(),
  );
  for (const [name, { type, labels, series }] of own()) {
    expect(shown.get(name)?.type, name).toBe(type);
    // A metric that nothing was counted by has no series, and shows no labels.
    if (series > 0) expect(shown.get(name)?.labels, name).toEqual(labels.toSorted());
  }
});

test('names have base units, counters and nothing else end with _total, each has a help text, and labels are few', () => {
  for (const [name, { type, help, labels, series }] of metrics) {
    expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
    expect(name).not.toMatch(BAD_NAMES);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
    expect(help.trim(), name).not.toBe('');
    for (const label of labels) expect(label, name).toMatch(/^[a-z][a-z_]*$/);
    if (!name.startsWith('gateway_')) continue;
    expect(labels.length, name).toBeLessThanOrEqual(4);
    expect(series, name).toBeLessThan(500);
  }
});

test('every alert says what it is and what to do, and uses metrics that there are', () => {
  const rules = readFileSync(ALERTS, 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1);
  expect(rules.length).toBeGreaterThan(5);
  for (const rule of rules) {
    expect(rule).toMatch(/summary: ".+"/);
    expect(rule).toMatch(/description: ".+"/);
    expect(rule).toMatch(/severity: (page|warn) /);
  }
  const used = [...rules.join('').matchAll(/\bgateway_[a-z_]+/g)].map(([name]) => name);
  const known = own().flatMap(([name]) => [name, `${name}_count`, `${name}_bucket`]);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

test('each alert has a case in which it comes', () => {
  const names = [...readFileSync(ALERTS, 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const cases = readFileSync(new URL('alerts.test.yml', import.meta.url), 'utf8');
  const comes = (name?: string) =>
    new RegExp(`alertname="${name}",alertstate="firing"[^\n]*\n +eval_time: \\w+\n +exp_samples`).test(cases);
  expect(names.length).toBeGreaterThan(16);
  expect(names.filter((name) => !comes(name))).toEqual([]);
});

const promtool = (...args: string[]) => promisify(execFile)('promtool', args);

test('promtool, where it is installed, finds nothing to say, and each alert comes and stays away as its cases say', async ({
  skip,
}) => {
  const isThere = await promtool('--version').then(
    () => true,
    () => false,
  );
  if (!isThere) skip('promtool is not here: Debian has it in the package prometheus');
  await promtool('check', 'rules', fileURLToPath(ALERTS));
  await promtool('test', 'rules', fileURLToPath(new URL('alerts.test.yml', import.meta.url)));
  const checking = promtool('check', 'metrics');
  checking.child.stdin?.end(text);
  const { stdout, stderr } = await checking;
  expect(stdout + stderr).toBe('');
});
