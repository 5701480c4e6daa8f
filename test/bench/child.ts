import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Memory {
  /** What its objects take, buffers included. */
  used: number;
  /** What the system has given to the process. */
  resident: number;
}

/** A process of its own, so that what it costs can be told from what the others cost. */
export interface Child<Ready> {
  /** What it said when it was ready. */
  ready: Ready;
  /** Milliseconds of processor time that it has used, in user and system mode. */
  cpuMillis(): Promise<number>;
  /** What it holds in memory, in bytes, after everything that nobody needs was thrown away. */
  memory(): Promise<Memory>;
  /** Asks something of it and waits for the answer. */
  ask<Answer>(question: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a script of `servers/`, gives it its options and is done when it is ready. */
export async function startChild<Ready>(script: string, options: object): Promise<Child<Ready>> {
  const child = fork(new URL(`servers/${script}.ts`, import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--expose-gc'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');

  async function ask<Answer>(question: unknown): Promise<Answer> {
    const answer = Promise.race([
      once(child, 'message').then(([message]) => message as Answer),
      ended.then(() => Promise.reject(new Error(`${script} has ended`))),
    ]);
    child.send(question as object);
    return answer;
  }

  return {
    ready: await ask<Ready>(options),
    cpuMillis: () => ask<number>('cpu'),
    memory: () => ask<Memory>('memory'),
    ask,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
