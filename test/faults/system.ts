import { randomBytes } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { openServices } from '../../src/app/domain.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import type { Services } from '../../src/purchases/services.ts';
import type { DataImpulseOptions } from '../../src/upstreams/dataimpulse/dataimpulse.ts';
import { startChild } from '../bench/child.ts';
import { commandEnvironment } from '../bench/command.ts';
import type { ServiceOptions } from '../bench/servers/open-service.ts';
import { givenKeys, givenReseller } from '../support/given.ts';
import { MovedClock } from './clock.ts';
import { CATALOG } from './prices.ts';
import { programWith, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** The upstream's rate limit, so high that it does not matter. */
const REQUESTS_PER_SECOND = 1_000;
const PROCESSES = 2;
/** One reseller has a price list of its own, the others have the standard one. */
const PRICE_LISTS = ['standard', 'wholesale'];

export interface Reseller {
  id: number;
  opening: bigint;
  priceList: string;
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
  /** Accounts at PX6 and the requests a second that each takes; one without a limit unless given. */
  px6?: { accounts: number; requestsPerSecond: number };
  /** Whether what the harness itself reads may take minutes. */
  slowStatements?: boolean;
  /** How far the clock of each process is ahead of the upstreams', in ms. */
  skewsMs?: readonly number[];
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
  /** The clock of the processes, of the upstreams and of the operator's command. */
  clock: MovedClock;
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
  const { databaseUrl, directory, skewsMs = [] } = options;
  await mkdir(directory, { recursive: true });
  const clock = new MovedClock(join(directory, 'clock'));
  const sandbox = await startChild<{
    url: string;
    px6: Omit<ServiceOptions['px6'], 'requestsPerSecond'>;
    dataImpulse: Pick<DataImpulseOptions, 'url' | 'login' | 'password' | 'gateway'>;
    telegram: { url: string; token: string };
    cryptoPay: { url: string; token: string };
  }>('sandbox', { stateDir: join(directory, 'sandbox'), ...options.px6 }, clock.arguments());
  opened.defer(() => sandbox.stop());
  const { url: control, px6, dataImpulse, telegram, cryptoPay } = sandbox.ready;
  const credentialsKey = randomBytes(32);
  const serviceOptions = {
    databaseUrl,
    publicUrl: 'http://127.0.0.1',
    credentialsKey,
    px6: { ...px6, requestsPerSecond: options.px6?.requestsPerSecond ?? REQUESTS_PER_SECOND },
    dataImpulse,
  };
  const { services, close } = await openServices(
    { ...serviceOptions, credentialsKeys: [credentialsKey] },
    pino({ level: 'silent' }),
    new Metrics(),
    { slowStatements: options.slowStatements ?? false },
  );
  opened.defer(close);
  await importCatalog(services.database, await readFile(CATALOG, 'utf8'));
  const resellers: Reseller[] = [];
  for (let i = 0; i < options.resellers; i++)
    resellers.push(await openReseller(services, PRICE_LISTS[i] ?? 'standard', options));

  const programs = [0, 1].map((place) => programWith(options.defect, clock.arguments(skewsMs[place])));
  const [program = []] = programs;
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
    const started = await startServiceProcess(env, programs[number - 1] ?? program);
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
    clock,
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
  priceList: string,
  { keysOfReseller, openingUsd }: SystemOptions,
): Promise<Reseller> {
  const { resellerId, apiKey } = await givenReseller(services, { balanceUsd: String(openingUsd), priceList });
  const keys = [apiKey, ...(await givenKeys(services, resellerId, keysOfReseller - 1))];
  return { id: resellerId, opening: BigInt(openingUsd) * 1_000_000n, priceList, keys };
}
