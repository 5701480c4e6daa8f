import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../src/kit/clock.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/sandbox.ts';

export const START = new Date('2026-11-20T12:00:00Z');
export const DAY_SECONDS = 86_400;

export class TestClock implements Clock {
  #millis = START.getTime();

  now(): Date {
    return new Date(this.#millis);
  }

  pass(seconds: number): void {
    this.#millis += seconds * 1_000;
  }
}

/** What PX6 answers, as far as tests look at it. */
export interface Px6Body {
  status: string;
  error_id?: number;
  balance: string;
  count: number;
  price: number;
  order_id: number;
  list_count: number;
  list: Record<string, Px6Proxy>;
  proxy_status: boolean;
}

export interface Px6Proxy {
  id: string;
  ip: string;
  host: string;
  port: string;
  user: string;
  pass: string;
  type: string;
  date_end: string;
  unixtime: number;
  unixtime_end: number;
  active: string;
}

export interface TestSandbox {
  sandbox: Sandbox;
  clock: TestClock;
  stateDir: string;
  /** One PX6 call by `buy?count=1&...`. */
  get(call: string): Promise<Response>;
  px6(call: string): Promise<Px6Body>;
  /** The proxies of a purchase. */
  buy(query: string): Promise<[Px6Proxy, ...Px6Proxy[]]>;
  control(path: string, body?: unknown): Promise<Response>;
}

/** A sandbox on free ports that ends with the test; without a request limit unless one is given. */
export async function openSandbox(options: Partial<SandboxOptions> = {}): Promise<TestSandbox> {
  const clock = new TestClock();
  const stateDir = options.stateDir ?? newStateDir();
  const sandbox = await startSandbox({
    port: 0,
    stateDir,
    clock,
    requestsPerSecond: Number.POSITIVE_INFINITY,
    ...options,
  });
  onTestFinished(() => sandbox.close());

  const get = (call: string) =>
    fetch(`${sandbox.px6Url}/api/${sandbox.px6Key}/${call.replace('?', '/?')}`, { redirect: 'manual' });
  const px6 = async (call: string): Promise<Px6Body> => JSON.parse(await (await get(call)).text());
  return {
    sandbox,
    clock,
    stateDir,
    get,
    px6,
    async buy(query) {
      const [first, ...more] = Object.values((await px6(`buy?${query}`)).list);
      if (!first) throw new Error(`Nothing was bought by ${query}`);
      return [first, ...more];
    },
    control: (path, body) =>
      fetch(
        `${sandbox.url}/control/${path}`,
        body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) },
      ),
  };
}

/** What PX6 did, by the issued log. */
export function px6Issued({ sandbox }: Pick<TestSandbox, 'sandbox'>) {
  return sandbox.issued().filter((entry) => entry.upstream === 'px6');
}

export function newStateDir(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
