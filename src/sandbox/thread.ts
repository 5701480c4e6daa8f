import { Worker } from 'node:worker_threads';
import type { Sandbox, SandboxOptions } from './sandbox.ts';

type PlainKeys<T> = { [Key in keyof T]: T[Key] extends (...args: never) => unknown ? never : Key }[keyof T];

/** A sandbox in a thread of its own, by its addresses. Everything else is controlled over HTTP. */
export type SandboxThread = Pick<Sandbox, PlainKeys<Sandbox>> & {
  close(): Promise<void>;
};

export interface SandboxThreadOptions extends Omit<SandboxOptions, 'clock'> {
  /** Called once when the thread ends without `close`. */
  onDeath(error: Error): void;
}

/** On the system's clock. Throws an `Error` with the message and the `code` of what `startSandbox` throws. */
export async function startSandboxThread({
  onDeath,
  ...options
}: SandboxThreadOptions): Promise<SandboxThread> {
  const worker = new Worker(new URL('./thread-main.ts', import.meta.url), { workerData: options });
  const ready = Promise.withResolvers<Pick<Sandbox, PlainKeys<Sandbox>>>();
  const ended = Promise.withResolvers<Error>();
  let failure: Error | undefined;
  worker.once('message', ready.resolve);
  worker.once('error', (error: Error) => {
    failure = error;
  });
  worker.once('exit', (code) => {
    const death = failure ?? new Error(`The sandbox's thread ended with exit code ${code}`);
    ready.reject(death);
    ended.resolve(death);
  });

  const plain = await ready.promise;
  let closing = false;
  ended.promise.then((death) => {
    if (!closing) onDeath(death);
  });
  return {
    ...plain,
    async close() {
      closing = true;
      worker.postMessage('close');
      await ended.promise;
    },
  };
}
