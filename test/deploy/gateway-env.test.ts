import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { createDataImpulse } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import { createPx6 } from '../../src/upstreams/px6/px6.ts';
import { FIRST_ACCOUNT } from '../../src/upstreams/term.ts';
import { deployedPath, deployedVariables } from '../ha/deployed.ts';
import { UpstreamServer } from '../support/upstream-server.ts';
import { ManualTimer } from '../upstreams/manual-timer.ts';
import { FreeRateSlots } from '../upstreams/px6/free-rate-slots.ts';

/** The secrets are comments in it, since each is a file. The CA has to be a file, too. */
const PLACEHOLDERS = [
  [
    '#DATABASE_URL=postgresql://gateway:CHANGE-ME-4@127.0.0.1:5000',
    'DATABASE_URL=postgresql://gateway:CHANGE-ME-4@db',
  ],
  ['/etc/gateway/tls/ca.crt', deployedPath('roles.sql')],
  ...['CREDENTIALS_KEYS', 'PX6_KEY', 'DATAIMPULSE_LOGIN', 'DATAIMPULSE_PASSWORD'].map(
    (name) => [`#${name}=`, `${name}=`] as const,
  ),
  ['CHANGE-ME-4', 'password'],
  ['CHANGE-ME-5', randomBytes(32).toString('base64')],
  ['CHANGE-ME-6', 'k3y'],
  ['CHANGE-ME-7', 'login'],
  ['CHANGE-ME-8', 'password'],
] as const;

const deployedText = (name: string) => readFile(deployedPath(name), 'utf8');

test('the configuration takes every value, and knows every variable, also those that are commented out', async () => {
  const variables = await deployedVariables('gateway.env', PLACEHOLDERS);
  const asked = new Set<string>();
  const environment = new Proxy(variables, {
    get(values, name: string) {
      asked.add(name);
      return values[name];
    },
  });
  expect(readConfig(environment)).toMatchObject({ host: '10.0.0.11', trustedProxyHops: 1 });

  const text = await deployedText('gateway.env');
  const named = [...text.matchAll(/^#?([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(named).toContain('DATABASE_LISTEN_URL');
  expect(named.filter((name) => !asked.has(name ?? ''))).toEqual([]);
});

test('the unit hands out every secret that is a comment there, each by the name of its variable', async () => {
  const secrets = await deployedText('gateway.env');
  const unit = await deployedText('gateway.service');
  const handed = [...unit.matchAll(/^#?LoadCredential=(\w+):\/etc\/gateway\/credentials\/(\w+)$/gm)];
  expect(handed.filter(([, name, file]) => name !== file)).toEqual([]);
  const named = [...secrets.matchAll(/^#([A-Z0-9_]+)=/gm)].map(([, name]) => name);
  expect(handed.map(([, name]) => name)).toEqual(expect.arrayContaining(named));
});

test('no value has quotes or backslashes, which systemd, podman and a shell read differently', async () => {
  const text = await deployedText('gateway.env');
  expect(text.split('\n').filter((line) => /^[^#].*['"\\]/.test(line))).toEqual([]);
});

test('calls go to the paths that the upstreams document', async () => {
  await using upstream = await UpstreamServer.start();
  const variables = await deployedVariables('gateway.env', [
    ...PLACEHOLDERS,
    ['https://px6.link', upstream.url],
    ['https://api.dataimpulse.com', upstream.url],
  ]);
  const { px6, dataImpulse } = readConfig(variables);
  if (!px6 || !dataImpulse) throw new Error('gateway.env configures no upstreams');
  const timer = new ManualTimer();
  const term = createPx6({ ...px6, slots: new FreeRateSlots(timer, 3), timer });
  const traffic = createDataImpulse({ ...dataImpulse, timer });
  await Promise.allSettled([term.readBalance(FIRST_ACCOUNT), traffic.ownGb()]);
  await Promise.all([term.close(), traffic.close()]);
  expect(upstream.received.map(({ path }) => path).sort()).toEqual([
    '/api/k3y/getcountry/',
    '/reseller/user/token/get',
  ]);
});
