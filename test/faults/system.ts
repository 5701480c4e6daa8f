import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { Metrics } from '../../src/metrics.ts';
import type { Services } from '../../src/purchases/services.ts';
import { openServices } from '../../src/services.ts';
import type { DataImpulseOptions } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import { startChild } from '../bench/child.ts';
import { commandEnvironment } from '../bench/command.ts';
import type { ServiceOptions } from '../bench/servers/open-service.ts';
import { givenKeys, givenReseller } from '../support/given.ts';
import { programWith, type ServiceProcess, startServiceProcess } from './service-process.ts';

const CATALOG = new URL('../../src/catalog/sample-catalog.json', import.meta.url);
/** The upstream's rate limit, so high that it does not matter. */
const REQUESTS_PER_SECOND = 1_000;
const PROCESSES = 2;

export interface Reseller {
  id: number;
  opening: bigint;
  /** Each key has a rate limit of its own; the first one is used next. */
  keys: string[];
}

interface SystemOptions {
  /** A migrated, empty database. */
  databaseUrl: string;
  /** Where everything that is written to disk goes. */
  directory: string;
  resellers: number;
  keysOfReseller: number;
  openingUsd: number;
  /** What else the environment of each process has. */
  environments?: readonly NodeJS.ProcessEnv[];
  /** The name of a planted defect that the program is to have. */
  defect?: string | undefined;
}

/** Two processes of the service on one database, upstreams that outlive them, and resellers with money. */
export interface System {
  processes: ServiceProcess[];
  resellers: Reseller[];
  /** Every API key that was ever given to one of them. */
  keys: string[];
  /** Access to the upstream's own API. */
  dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password'>;
  /** Address of the sandbox's control. */
  control: string;
  /** The folder of the sandbox's own record of all that has happened at it. */
  journals: string;
  /** The domain in this process, without doors, for the operator's work and for checks. */
  services: Services;
  databaseUrl: string;
  /** The arguments with which Node runs the program of the processes and of the operator's command. */
  program: string[];
  /** The environment of the first process, in which the operator's command runs, too. */
  environment: NodeJS.ProcessEnv;
  /** What must not appear in a log, or unencrypted in the database. */
  secrets: string[];
}

/** Everything that is started here ends with `opened`. */
export async function openSystem(options: SystemOptions, opened: AsyncDisposableStack): Promise<System> {
  const { databaseUrl, directory } = options;
  const sandbox = await startChild<{
    url: string;
    px6: Omit<ServiceOptions['px6'], 'requestsPerSecond'>;
    dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway'>;
    telegram: { url: string; token: string };
    cryptoPay: { url: string; token: string };
  }>('sandbox', { stateDir: join(directory, 'sandbox') });
  opened.defer(() => sandbox.stop());
  const { url: control, px6, dataImpulse, telegram, cryptoPay } = sandbox.ready;
  const credentialsKey = randomBytes(32);
  const serviceOptions = {
    databaseUrl,
    publicUrl: 'http://127.0.0.1',
    credentialsKey,
    px6: { ...px6, requestsPerSecond: REQUESTS_PER_SECOND },
    dataImpulse,
  };
  const { services, close } = await openServices(
    { ...serviceOptions, credentialsKeys: [credentialsKey] },
    pino({ level: 'silent' }),
    new Metrics(),
  );
  opened.defer(close);
  await importCatalog(services.database, await readFile(CATALOG, 'utf8'));
  const resellers: Reseller[] = [];
  for (let i = 0; i < options.resellers; i++) resellers.push(await openReseller(services, options));

  const program = programWith(options.defect);
  const processes: ServiceProcess[] = [];
  const environmentOf = (number: number) => ({
    ...commandEnvironment(serviceOptions, join(directory, `process-${number}`)),
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BOT_TOKEN: telegram.token,
    CRYPTO_PAY_URL: cryptoPay.url,
    CRYPTO_PAY_TOKEN: cryptoPay.token,
  });
  for (let number = 1; number <= PROCESSES; number++) {
    const env = { ...environmentOf(number), ...options.environments?.[number - 1] };
    const started = await startServiceProcess(env, program);
    opened.defer(() => started.kill());
    processes.push(started);
  }
  const secrets = [
    dataImpulse.password,
    telegram.token,
    credentialsKey.toString('base64'),
    credentialsKey.toString('hex'),
  ];
  const keys = resellers.flatMap((reseller) => reseller.keys);
  const journals = join(directory, 'sandbox');
  const environment = environmentOf(1);
  return {
    processes,
    resellers,
    keys,
    dataImpulse,
    control,
    journals,
    services,
    databaseUrl,
    program,
    environment,
    secrets,
  };
}

async function openReseller(
  services: Services,
  { keysOfReseller, openingUsd }: SystemOptions,
): Promise<Reseller> {
  const { resellerId, apiKey } = await givenReseller(services, { balanceUsd: String(openingUsd) });
  const keys = [apiKey, ...(await givenKeys(services, resellerId, keysOfReseller - 1))];
  return { id: resellerId, opening: BigInt(openingUsd) * 1_000_000n, keys };
}
