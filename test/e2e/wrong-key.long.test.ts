import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Program, startProgram } from './program.ts';

const PURCHASE = { tier: 'prem', type: 'ipv4', country: 'US', period: '30d' };

let program: Program;

beforeAll(async () => {
  program = await startProgram();
});
afterAll(async () => {
  await program.stop();
});

test('a wrong CREDENTIALS_KEY stops the start and the operator’s command with one line, and the right one finds everything as it was', async () => {
  const { apiKey, rest } = await program.givenCustomer();
  const bought = await rest.post<{ id: number; proxies: object[] }>('/v1/orders', PURCHASE);
  expect(await program.end('SIGINT')).toBe(0);

  const [right, wrong] = [program.env['CREDENTIALS_KEY'], randomBytes(32).toString('base64')];
  program.env['CREDENTIALS_KEY'] = wrong;
  const start = await program.startAgain().catch((error: Error) => error.message);
  expect(start).toMatch(/^The program ended with status 1 instead of starting:\nCREDENTIALS_KEY\b[^\n]*\n$/);
  const shown = program.operator('order', 'show', '--order', String(bought.body.id));
  const { stderr } = await shown.catch((error: { stderr: string }) => error);
  expect(JSON.parse(String(stderr)).error.message).toMatch(/^CREDENTIALS_KEY\b[^\n]*$/);
  for (const output of [start, stderr]) {
    expect(output).not.toContain(wrong);
    expect(output).not.toContain(right);
  }

  program.env['CREDENTIALS_KEY'] = right;
  await program.startAgain();
  const order = await fetch(`${program.url}/v1/orders/${bought.body.id}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  expect(await order.json()).toMatchObject({ proxies: bought.body.proxies });
});
