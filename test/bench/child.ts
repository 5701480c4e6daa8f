import { fork } from 'node:child_process';
import { once } from 'node:events';

/** A process of its own, so that what it costs can be told from what the others cost. */
export interface Child<Ready> {
  /** What it said when it was ready. */
  ready: Ready;
  /** Milliseconds of processor time that it has used, in user and system mode. */
  cpuMillis(): Promise<number>;
  /** Asks something of it and waits for the answer. */
  ask<Answer>(question: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts a script of `servers/`, gives it its options and is done when it is ready. */
export async function startChild<Ready>(script: string, options: object): Promise<Child<Ready>> {
  const child = fork(new URL(`servers/${script}.ts`, import.meta.url), {
    serialization: 'advanced',
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
    ask,
    async stop() {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
