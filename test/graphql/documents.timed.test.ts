import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningService, sendGraphql, startService } from '../support/service.ts';

let service: RunningService;

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** Fragments whose fields double with every level: 2^levels fields in some hundred characters. */
function bomb(levels: number, root: string): string {
  const fragments = Array.from(
    { length: levels },
    (_, i) => `fragment F${i} on ${root} { ...F${i + 1} ...F${i + 1} }`,
  );
  return `${fragments.join(' ')} fragment F${levels} on ${root} { __typename }`;
}

function amplifier(width: number): string {
  const aliases = (field: string, below: string) =>
    Array.from({ length: width }, (_, i) => `a${i}: ${field} { ${below} }`).join(' ');
  return `{ __schema { types { ...A } } } fragment A on __Type { ${aliases('fields', 'type { ...B }')} }
    fragment B on __Type { ${aliases('interfaces', '...C')} } fragment C on __Type { ${aliases('possibleTypes', 'name')} }`;
}

test.each([
  ['fragments that double over 40 levels', `{ ...F0 } ${bomb(40, 'Query')}`],
  ['mutations behind fragments that double', `mutation { ...F0 } ${bomb(40, 'Mutation')}`],
  ['introspection whose aliases multiply', amplifier(20)],
])('%s are refused in less CPU time than it takes to be noticed, without a key', async (_name, query) => {
  const before = process.cpuUsage();
  const { status, body } = await sendGraphql(service.url, undefined, query);
  const { user, system } = process.cpuUsage(before);
  expect(status).toBe(400);
  expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_REQUEST' });
  // Far above the usual cost (some ms), and far below the cost without weighing each fragment only once
  // (seconds).
  expect((user + system) / 1_000).toBeLessThan(400);
});
