import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { completed } from '../../src/app/complete-config.ts';
import { createLog } from '../../src/app/log.ts';
import { openForOperator } from '../../src/app/open-for-operator.ts';
import { Opened } from '../../src/app/opened.ts';
import { serve } from '../../src/app/serve.ts';
import { addCells } from '../../src/cells/cells.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/kit/clock.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { type Ran, run } from '../operator/run-operator.ts';
import { newDataDirectory } from '../support/postgres.ts';

/** The service on a database with cells, and the operator's command beside it. */
export async function startCells(databaseUrl: string) {
  const logged: string[] = [];
  const dataDir = newDataDirectory();
  await mkdir(dataDir, { recursive: true });
  const sandbox = await startSandbox({
    port: 0,
    stateDir: newDataDirectory(),
    clock: systemClock,
    requestsPerSecond: 1_000,
  });
  const config = readConfig({
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, PORT: '0', SANDBOX: '1' },
    CREDENTIALS_KEY: randomBytes(32).toString('base64'),
    ...{ PX6_URL: sandbox.px6Url, PX6_KEY: sandbox.px6Key, PX6_REQUESTS_PER_SECOND: '1000' },
    ...{ DATAIMPULSE_URL: sandbox.dataImpulseUrl, DATAIMPULSE_LOGIN: sandbox.dataImpulseLogin },
    ...{
      DATAIMPULSE_PASSWORD: sandbox.dataImpulsePassword,
      DATAIMPULSE_GATEWAY: 'gw.dataimpulse.com:823:824:10000-10999',
    },
    ...{ TELEGRAM_API_URL: sandbox.telegramUrl, TELEGRAM_BOT_TOKEN: sandbox.telegramToken },
  });
  const log = createLog({ write: (line) => void logged.push(line) });
  const operator = (...args: string[]): Promise<Ran> =>
    run(args, async (needs) => ({ ...(await openForOperator(config, log, needs)), operator: 'tester' }));
  const start = async () => {
    const metrics = new Metrics();
    const complete = await completed(config, databaseUrl);
    return { metrics, ...(await serve(complete, { log, metrics, opened: new Opened() })) };
  };
  return { operator, start, sandbox, logged, addCells: (count: number) => addCells(databaseUrl, count) };
}
