import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Memory {
  /** Bytes of its objects, buffers included. */
  used: number;
  /** Bytes that the system has given to the process. */
  resident: number;
}

/** Runs beside the benchmark, so that its costs can be measured separately. */
export interface Measurable<Ready> {
  /** What it said when it was ready. */
  ready: Ready;
  /** Milliseconds of processor time that it has used, in user and system mode. */
  cpuMillis(): Promise<number>;
}

/** A process of its own, which answers the benchmark's questions. */
export interface Child<Ready> extends Measurable<Ready> {
  /** Its memory in bytes, after a garbage collection. */
  memory(): Promise<Memory>;
  /** Sends a question and waits for the answer. */
  ask<Answer>(question: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/**
 * Starts a script of `servers/`, with further arguments for Node, sends it its options, and resolves when it
 * is ready.
 */
export async function startChild<Ready>(
  script: string,
  options: object,
  execArgv: readonly string[] = [],
): Promise<Child<Ready>> {
  const child = fork(new URL(`servers/${script}.ts`, import.meta.url), {
    serialization: 'advanced',
    execArgv: ['--expose-gc', ...execArgv],
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
