import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn } from '../../src/sessions/sign-in.ts';
import { givenReseller } from '../support/given.ts';
import { type OpenedServices, openServices } from '../support/services.ts';
import { operatorOn } from './run-operator.ts';

let opened: OpenedServices;

beforeAll(async () => {
  opened = await openServices();
});
afterAll(() => opened.close());

test('console-link prints a link at the public address that signs in once, and when it ends', async () => {
  const { resellerId } = await givenReseller(opened.services);
  const at = opened.clock.now();
  const { status, result } = await operatorOn(opened)('console-link', '--reseller', String(resellerId));
  expect(status).toBe(0);
  expect(result).toEqual({
    resellerId,
    link: expect.stringMatching(/^https:\/\/proxies\.example\/console\/sign-in#[\w-]{22}$/),
    expiresAt: expect.any(String),
  });
  const minutes = (Date.parse(String(result?.['expiresAt'])) - at.getTime()) / 60_000;
  expect(Math.floor(minutes)).toBe(15);
  const [, code = ''] = String(result?.['link']).split('#');
  const exchange = () =>
    signIn(opened.services.database, { code, userAgent: undefined, formerToken: undefined, at });
  expect(await exchange()).toMatch(/^[\w-]{43}$/);
  await expect(exchange()).rejects.toMatchObject({ code: 'sign_in_refused' });
});

test('there is no link for a reseller that does not exist', async () => {
  const { status, error } = await operatorOn(opened)('console-link', '--reseller', '999999');
  expect([status, error]).toEqual([
    1,
    {
      code: 'invalid_request',
      message: 'There is no reseller 999999; "reseller list" prints those there are.',
    },
  ]);
});
