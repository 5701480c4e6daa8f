import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openApi } from '../../src/rest/routes.ts';
import { newDataDirectory } from '../support/postgres.ts';

const COMPILER = fileURLToPath(new URL('../../node_modules/typescript/lib/tsc.js', import.meta.url));
const STRICT = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'esnext', '--types', ''];

/** Code that uses the generated types. Each `@ts-expect-error` fails if the types accept everything. */
const CLIENT = `
import type { components, operations } from './api.d.ts';

type Sold = operations['createOrder']['responses'][201]['content']['application/json'];
type Refused = operations['createOrder']['responses'][402]['content']['application/json']['error'];
type Purchase = operations['createOrder']['requestBody']['content']['application/json'];

export const one: Purchase = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };
export const sticky: Purchase = { ...one, options: { session: 'sticky' } };
export const pause: components['schemas']['SettingsChange'] = { paused: true };
export const keyless: operations['createOrder']['parameters'] = {};
export const newest: operations['listOrders']['parameters'] = {};
export const active: operations['listOrders']['parameters'] = { query: { status: 'active' } };
export const oneLine: operations['listLines']['parameters'] = { path: { order_id: 12 } };

export const quantityOf = (sold: Sold): number => sold.quantity;
export const endOf = (sold: Sold): string | null => sold.expires_at;
export const missingOf = (refused: Refused): number => refused.required_usd - refused.balance_usd;

// @ts-expect-error
export const endless: Purchase = { tier: 'prem', type: 'ipv4', country: 'US' };
// @ts-expect-error
export const unknown: operations['listOrders']['parameters'] = { query: { status: 'lost' } };
// @ts-expect-error
export const certainEnd = (sold: Sold): string => sold.expires_at;
`;

test('a generated client sends only what it must, and reads every field that is promised', async () => {
  const types = await generateTypes();
  expect(types).toMatch(/quantity\?: number;/);
  const folder = newDataDirectory();
  await mkdir(folder);
  await writeFile(join(folder, 'api.d.ts'), types);
  await writeFile(join(folder, 'client.ts'), CLIENT);
  const compiled = await promisify(execFile)(process.execPath, [COMPILER, ...STRICT, 'client.ts'], {
    cwd: folder,
  }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
  expect(compiled.stdout).toBe('');
});

/**
 * The generator needs the compiler's former interface, which TypeScript 7 does not have and which this
 * package contains.
 */
async function generateTypes(): Promise<string> {
  const source = `import { ts } from '${import.meta.resolve('@ts-morph/common')}'; export default ts;`;
  const url = `data:text/javascript,${encodeURIComponent(source)}`;
  const hooks = registerHooks({
    resolve: (name, context, next) =>
      name === 'typescript' ? { url, shortCircuit: true } : next(name, context),
  });
  try {
    const { default: generate, astToString } = await import('openapi-typescript');
    return astToString(await generate(JSON.parse(JSON.stringify(openApi))));
  } finally {
    hooks.deregister();
  }
}
