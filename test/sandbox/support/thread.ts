import { onTestFinished } from 'vitest';
import {
  type SandboxThread,
  type SandboxThreadOptions,
  startSandboxThread,
} from '../../../src/sandbox/thread.ts';
import { newStateDir, type Px6Proxy } from './sandbox.ts';

interface Opened {
  sandbox: SandboxThread;
  death: Promise<Error>;
}

/** A sandbox in a thread, on free ports, that ends with the test; without a request limit. */
export async function openThread(options: Partial<SandboxThreadOptions> = {}): Promise<Opened> {
  const death = Promise.withResolvers<Error>();
  const sandbox = await startSandboxThread({
    port: 0,
    stateDir: newStateDir(),
    requestsPerSecond: Number.POSITIVE_INFINITY,
    onDeath: death.resolve,
    ...options,
  });
  onTestFinished(() => sandbox.close());
  return { sandbox, death: death.promise };
}

/** Buys one proxy. */
export async function buy({ px6Url, px6Key }: SandboxThread): Promise<Px6Proxy> {
  const answer = await fetch(`${px6Url}/api/${px6Key}/buy/?count=1&period=7&country=us&version=4`);
  const { list }: { list: Record<string, Px6Proxy> } = JSON.parse(await answer.text());
  const [proxy] = Object.values(list);
  if (!proxy) throw new Error('Nothing was bought');
  return proxy;
}
