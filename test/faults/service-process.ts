import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PLANT = new URL('defects/plant.ts', import.meta.url);
/** Longer than a start takes on a machine that does a lot else. */
const START_MS = 60_000;

/** One process of the service, which is killed and started again. */
export interface ServiceProcess {
  /** Where it answered last; while it is down nobody does. */
  readonly url: string;
  /** Everything that all its lives have printed and logged. */
  output(): string;
  /** SIGKILL: it learns nothing of it. */
  kill(): Promise<void>;
  /** SIGSTOP, as long as it takes until `wake`: it does not notice that time passes. */
  sleep(): void;
  wake(): void;
  start(): Promise<void>;
}

/** Starts the real program, if wanted with one of the planted defects, and is done when it answers. */
export async function startServiceProcess(
  env: NodeJS.ProcessEnv,
  defect: string | undefined,
): Promise<ServiceProcess> {
  const planted = defect === undefined ? [] : ['--import', `${PLANT}?defect=${defect}`];
  let child: ChildProcess | undefined;
  let url = '';
  let output = '';

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [...planted, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    const ready = Promise.withResolvers<string>();
    let greeting = '';
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      greeting += text;
      const [, address] = /^ *REST +(http\S+)\/v1$/m.exec(greeting) ?? [];
      if (address !== undefined) ready.resolve(address);
    });
    let logged = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      logged = (logged + text).slice(-2_000);
    });
    started.once('exit', (status, signal) =>
      ready.reject(new Error(`The service ended with ${status ?? signal}: ${logged}`)),
    );
    const tooSlow = setTimeout(() => ready.reject(new Error('The service did not start.')), START_MS);
    try {
      url = await ready.promise;
    } finally {
      clearTimeout(tooSlow);
    }
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  await start();
  return {
    get url() {
      return url;
    },
    output: () => output,
    kill,
    sleep: () => child?.kill('SIGSTOP'),
    wake: () => child?.kill('SIGCONT'),
    start,
  };
}
