import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const PLANT = new URL('defects/plant.ts', import.meta.url);
/** In ms. Longer than a start takes on a busy machine. */
const START_MS = 300_000;
/** A service whose database was just killed gives up after a few seconds. */
const START_ATTEMPTS = 5;

/** One process of the service, which is killed and started again. */
export interface ServiceProcess {
  /** Its latest address; while the process is down nothing answers there. */
  readonly url: string;
  /** 0 before the first start. */
  readonly pid: number;
  /** Everything that was printed and logged since the first start. */
  output(): string;
  /** Sends SIGKILL, which the process cannot notice. Its workers have to end by themselves. */
  kill(): Promise<void>;
  /** Sends SIGKILL to one of its workers, if it has any. Returns whether there was one. */
  killWorker(): boolean;
  /** Sends SIGSTOP: the process and its workers stand still until `resume` and do not notice it. */
  pause(): void;
  resume(): void;
  start(): Promise<void>;
}

/** The arguments with which Node runs the real program, with a planted defect if one is given. */
export function programWith(defect?: string, before: readonly string[] = []): string[] {
  return [...before, ...(defect === undefined ? [] : ['--import', `${PLANT}?defect=${defect}`]), MAIN];
}

/** Starts the program and resolves when it answers. */
export async function startServiceProcess(
  env: NodeJS.ProcessEnv,
  program: readonly string[],
): Promise<ServiceProcess> {
  let child: ChildProcess | undefined;
  let url = '';
  let output = '';
  const workers = new Set<number>();

  async function start(attempt = 1): Promise<void> {
    try {
      await startOnce();
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
      await kill();
      await start(attempt + 1);
    }
  }

  async function startOnce(): Promise<void> {
    const started = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    child = started;
    workers.clear();
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
      for (const [, pid] of text.matchAll(/"pid":(\d+),"msg":"a worker serves"/g)) workers.add(Number(pid));
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
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => output,
    kill,
    killWorker() {
      const [worker] = workers;
      return worker !== undefined && workers.delete(worker) && signal(worker, 'SIGKILL');
    },
    pause: () => [child?.pid ?? 0, ...workers].forEach((pid) => void signal(pid, 'SIGSTOP')),
    resume: () => [child?.pid ?? 0, ...workers].forEach((pid) => void signal(pid, 'SIGCONT')),
    start: () => start(),
  };
}

/** False when there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return pid > 0 && process.kill(pid, name);
  } catch {
    return false;
  }
}
