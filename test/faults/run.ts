import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { Client } from 'pg';
import { startCopiedDatabase } from '../support/copied-database.ts';
import { openServer } from '../support/own-server.ts';
import { runBulk } from './bulk.ts';
import { runChats } from './chat/chat-run.ts';
import { runCopies } from './copies.ts';
import { CHAT_DEFECTS, COPY_DEFECTS, DEFECTS, RENEWAL_DEFECTS } from './defects/defects.ts';
import { type RunReport, runFaults } from './harness.ts';
import { runRenewals } from './renewals.ts';
import { runRestore } from './restore/restore-run.ts';
import { rush } from './rush.ts';
import { programWith } from './service-process.ts';

// npm run test:faults -- --seconds 60 --seed 7: one run on a PostgreSQL of its own. Exit status 1 when a
// guarantee was violated.
// npm run test:faults -- --defects: a short run for each planted defect. Exit status 1 when one
// was not found.
// npm run test:faults -- --chat --updates 20000 --people 500: people who talk to the bot, with faults of
// Telegram and Crypto Pay beside the others. Exit status 1 when a guarantee was violated.
// npm run test:faults -- --restore --seconds 60: the database is put back into its state of the middle of the
// run. Exit status 1 when a guarantee was violated.
// npm run test:faults -- --renewals --orders 10000 --fault-percent 20 --kill-every 10: orders that renew
// themselves. Exit status 1 when a guarantee was violated.
// npm run test:faults -- --bulk --orders 1000: a job whose processes are killed ten times. Exit status 1 when
// a guarantee was violated.
// npm run test:faults -- --copies --seconds 300: lists from a copy of the database that lags, hangs and is
// killed. Exit status 1 when a guarantee was violated.
// npm run test:faults -- --rush --seconds 60: purchases at a fixed rate, without faults. Exit status 1 when
// one of them failed.

/** Runs shorter than this have no long delays at the upstreams and no random pauses of processes. */
const SHORT_SECONDS = 60;
/** Each key admits 60 purchases a minute. */
const RUSHING_KEYS = 1_000;
const RUSHED_UPSTREAM_MS = 50;
/** Enough of everything to find any of the defects. */
const DEFECT_RUN = { seconds: 20, customers: 12, people: 0, killEveryMs: 5_000, crashes: 0, pauses: 1 };
const RENEWAL_DEFECT_RUN = { orders: 60, percent: 0, killEveryMs: 0 };
const COPY_DEFECT_RUN = { seconds: 20, awayMs: 8_000 };
/** For how long a copy may lag or be away in a run, in milliseconds. */
const MOST_AWAY_MS = 30_000;
/** What the upstream takes of a job, in requests a second: a renewal is two. */
const BULK_PER_SECOND = 20;
const CHAT_DEFECT_RUN = { people: 20, updates: 600, percent: 5, killEveryMs: 0, crashes: 0 };

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 32)) },
    customers: { type: 'string', default: '12' },
    'kill-every': { type: 'string', default: '6' },
    crashes: { type: 'string', default: '12' },
    pauses: { type: 'string', default: '1' },
    defect: { type: 'string' },
    defects: { type: 'boolean', default: false },
    rush: { type: 'boolean', default: false },
    'per-second': { type: 'string', default: '150' },
    chat: { type: 'boolean', default: false },
    restore: { type: 'boolean', default: false },
    renewals: { type: 'boolean', default: false },
    copies: { type: 'boolean', default: false },
    bulk: { type: 'boolean', default: false },
    orders: { type: 'string', default: '300' },
    updates: { type: 'string', default: '500' },
    people: { type: 'string', default: '20' },
    'fault-percent': { type: 'string', default: '10' },
  },
});
const seed = Number(values.seed);

await using opened = new AsyncDisposableStack();
const { server, directory } = await openServer('faults', opened);

if (values.defects) await findDefects();
else if (values.chat) await runChat();
else if (values.rush) await runRush();
else if (values.restore) await restore();
else if (values.renewals) await renewals();
else if (values.copies) await copies();
else if (values.bulk) await bulk();
else await runOnce();

async function runOnce(): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  const report = await run('run', {
    seconds: Number(values.seconds),
    customers: Number(values.customers),
    people: Number(values.people),
    killEveryMs: Number(values['kill-every']) * 1_000,
    crashes: Number(values.crashes),
    pauses: Number(values.pauses),
    defect: values.defect,
  });
  printReport(report);
}

/** People talk until they have made so many updates, whatever `--seconds` says. */
async function runChat(): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  printReport(
    await chats('chat', {
      people: Number(values.people),
      updates: Number(values.updates),
      percent: Number(values['fault-percent']),
      killEveryMs: Number(values['kill-every']) * 1_000,
      crashes: Number(values.crashes),
      defect: values.defect,
    }),
  );
}

async function restore(): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  const report = await runRestore({
    seed,
    seconds: Number(values.seconds),
    customers: Number(values.customers),
    databaseUrl: await createDatabase('restore'),
    directory: join(directory, 'restore'),
  });
  printReport(report);
}

async function renewals(): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  printReport(
    await renewed('renewals', {
      orders: Number(values.orders),
      percent: Number(values['fault-percent']),
      killEveryMs: Number(values['kill-every']) * 1_000,
      defect: values.defect,
    }),
  );
}

async function bulk(): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  const databaseUrl = await createDatabase('bulk');
  const options = { orders: Number(values.orders), perSecond: BULK_PER_SECOND };
  printReport(await runBulk({ ...options, seed, databaseUrl, directory: join(directory, 'bulk') }));
}

async function copies(): Promise<void> {
  process.stdout.write(`seed ${seed}\n`);
  const options = { seconds: Number(values.seconds), awayMs: MOST_AWAY_MS, defect: values.defect };
  printReport(await copied('copies', options));
}

function printReport(report: RunReport): void {
  process.stdout.write(`${JSON.stringify(report.counts, null, 2)}\n`);
  const failures = Map.groupBy(report.failures, (failure) => failure);
  for (const [failure, all] of failures)
    process.stdout.write(`server failure, ${all.length} times: ${failure}\n`);
  process.stdout.write(`seed ${seed}: `);
  print(report.violations);
}

async function findDefects(): Promise<void> {
  for (const [index, defect] of Object.keys(DEFECTS).entries()) {
    const isOfChat = CHAT_DEFECTS.has(defect);
    const name = `defect_${index}`;
    const report = isOfChat
      ? await chats(name, { ...CHAT_DEFECT_RUN, defect })
      : RENEWAL_DEFECTS.has(defect)
        ? await renewed(name, { ...RENEWAL_DEFECT_RUN, defect })
        : COPY_DEFECTS.has(defect)
          ? await copied(name, { ...COPY_DEFECT_RUN, defect })
          : await run(name, { ...DEFECT_RUN, defect });
    // A run in which too little has happened has found nothing.
    const violations = report.violations.filter((one) => !one.startsWith('run: '));
    const [first = 'NOT FOUND'] = violations;
    process.stdout.write(`${defect}: ${violations.length} violations: ${first.slice(0, 200)}\n`);
    if (violations.length === 0) process.exitCode = 1;
  }
}

async function runRush(): Promise<void> {
  const { violations, ...report } = await rush({
    databaseUrl: await createDatabase('rush'),
    directory: join(directory, 'rush'),
    perSecond: Number(values['per-second']),
    seconds: Number(values.seconds),
    keys: RUSHING_KEYS,
    upstreamMs: RUSHED_UPSTREAM_MS,
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  print(violations);
}

function print(violations: readonly string[]): void {
  for (const violation of violations) process.stdout.write(`VIOLATION ${violation}\n`);
  process.stdout.write(`${violations.length} violations\n`);
  if (violations.length > 0) process.exitCode = 1;
}

/** Migrated by the program, with the defect that it is to have. */
async function createDatabase(name: string, defect?: string): Promise<string> {
  const url = new URL(server.url);
  url.pathname = name;
  const admin = new Client(server.url);
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const env = {
    ...{ PATH: process.env['PATH'], DATABASE_URL: url.href, DATA_DIR: join(directory, name) },
    ...{ CREDENTIALS_KEY: randomBytes(32).toString('base64'), SANDBOX: '1' },
  };
  await promisify(execFile)(process.execPath, [...programWith(defect), 'operator', 'migrate'], { env });
  return url.href;
}

/** One run on a database of its own. */
async function run(
  name: string,
  options: Pick<
    Parameters<typeof runFaults>[0],
    'seconds' | 'customers' | 'people' | 'killEveryMs' | 'crashes' | 'pauses' | 'defect'
  >,
): Promise<RunReport> {
  return runFaults({
    ...options,
    seed,
    rough: options.seconds >= SHORT_SECONDS,
    databaseUrl: await createDatabase(name, options.defect),
    killDatabase: true,
    directory: join(directory, name),
  });
}

/** One run of people who talk to the bot, on a database of its own. */
async function chats(
  name: string,
  options: Pick<
    Parameters<typeof runChats>[0],
    'people' | 'updates' | 'percent' | 'killEveryMs' | 'crashes' | 'defect'
  >,
): Promise<RunReport> {
  return runChats({
    ...options,
    seed,
    databaseUrl: await createDatabase(name, options.defect),
    killDatabase: true,
    directory: join(directory, name),
  });
}

/** One run of orders that renew themselves, on a database of its own. */
async function renewed(
  name: string,
  options: Pick<Parameters<typeof runRenewals>[0], 'orders' | 'percent' | 'killEveryMs' | 'defect'>,
): Promise<RunReport> {
  return runRenewals({
    ...options,
    seed,
    databaseUrl: await createDatabase(name, options.defect),
    directory: join(directory, name),
  });
}

/** One run of lists that are read from a copy, on a database of its own that has one. */
async function copied(
  name: string,
  options: Pick<Parameters<typeof runCopies>[0], 'seconds' | 'awayMs' | 'defect'>,
): Promise<RunReport> {
  await using database = await startCopiedDatabase(join(directory, `${name}-servers`));
  const { url: databaseUrl, copy } = database;
  return await runCopies({ ...options, seed, databaseUrl, copy, directory: join(directory, name) });
}
