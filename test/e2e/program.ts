import { type ChildProcess, type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDatabase, newDataDirectory } from '../support/postgres.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const SAMPLE_CATALOG = fileURLToPath(new URL('../../src/catalog/sample-catalog.json', import.meta.url));

/** How often the program under test reads usage; set by its environment. */
export const POLL_SECONDS = 1;

interface Customer {
  resellerId: string;
  apiKey: string;
  rest: RestClient;
}

/** A line of the log, of which a test reads the fields that it knows. */
export type LogLine = Record<string, unknown>;

/** The program in a process of its own, over a database of its own and the sandbox that it starts itself. */
export interface Program {
  /** Its address, which changes with each start. */
  readonly url: string;
  readonly sandboxUrl: string;
  databaseUrl: string;
  /** The environment of the next start and of the operator's command. */
  env: NodeJS.ProcessEnv;
  /** What it has printed at the last start. */
  readonly greeting: string;
  /** The lines that it has logged since the last start. */
  logged(): LogLine[];
  /** Runs the operator's command beside it, in another process, and returns what that printed. */
  operator(...args: string[]): Promise<Record<string, unknown>>;
  /** A reseller with 100 USD and a key, made by the operator. */
  givenCustomer(): Promise<Customer>;
  /** Sends the signal, and returns the exit status when the program and all its processes have ended. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Starts it again with the same data. */
  startAgain(): Promise<void>;
  /** Stops it for good, as a terminal would, and returns its exit status. */
  stop(): Promise<number | null>;
}

/**
 * Starts the program, imports the sample catalog, and resolves when it answers. `settings` are added to its
 * environment, or taken out of it; `main` is the program, this one by default.
 */
export async function startProgram(settings: NodeJS.ProcessEnv = {}, main = MAIN): Promise<Program> {
  const database = await createDatabase();
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATABASE_URL: database.url,
    CREDENTIALS_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: newDataDirectory(),
    PORT: '0',
    SANDBOX: '1',
    SANDBOX_PORT: '0',
    // So high that the upstream's limit does not slow these tests down.
    PX6_REQUESTS_PER_SECOND: '1000',
    TRAFFIC_POLL_SECONDS: String(POLL_SECONDS),
    ...settings,
  };
  let child: ChildProcess | undefined;
  let ended: Promise<[number | null]>;
  let greeting = '';
  let logged = '';

  async function startAgain(): Promise<void> {
    const started = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    logged = '';
    started.stderr.setEncoding('utf8').on('data', (text) => {
      logged += text;
    });
    child = started;
    ended = once(started, 'close') as Promise<[number | null]>;
    greeting = await greetingOf(started);
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child?.kill(signal);
    const [status] = await ended;
    return status;
  }

  async function stop(): Promise<number | null> {
    const status = await end('SIGINT');
    await database.drop();
    return status;
  }

  async function operator(...args: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'operator', ...args], { env });
    return JSON.parse(stdout);
  }

  const program: Program = {
    get url() {
      return addressIn(greeting, /^ *REST +(http\S+)\/v1$/m);
    },
    get sandboxUrl() {
      return addressIn(greeting, /^ *Sandbox upstreams +(http\S+)$/m);
    },
    get greeting() {
      return greeting;
    },
    logged: () => logged.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : [])),
    databaseUrl: database.url,
    env,
    operator,
    end,
    startAgain,
    stop,
    async givenCustomer() {
      const added = await operator('reseller', 'add', '--name', 'Customer', '--balance', '100');
      const resellerId = String(added['resellerId']);
      const created = await operator('key', 'create', '--reseller', resellerId);
      const apiKey = String(created['apiKey']);
      return { resellerId, apiKey, rest: restClient(program.url, apiKey) };
    },
  };
  try {
    await startAgain();
    await operator('catalog', 'import', SAMPLE_CATALOG);
    return program;
  } catch (error) {
    await stop();
    throw error;
  }
}

/** What the program prints when it is ready. If it ends instead, throws what it has logged. */
async function greetingOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let printed = '';
  let logged = '';
  const ready = Promise.withResolvers<void>();
  child.stderr.setEncoding('utf8').on('data', (text) => {
    logged += text;
  });
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed += text;
    if (printed.endsWith('\n\n')) ready.resolve();
  });
  await Promise.race([
    ready.promise,
    // Not at `exit`, because its last output may arrive later.
    once(child, 'close').then(([status]) =>
      Promise.reject(new Error(`The program ended with status ${status} instead of starting:\n${logged}`)),
    ),
  ]);
  return printed;
}

function addressIn(greeting: string, line: RegExp): string {
  const [, address] = line.exec(greeting) ?? [];
  if (address === undefined) throw new Error(`No address in: ${greeting}`);
  return address;
}
