import type { UpstreamError } from '../../../src/upstreams/failure.ts';
import { createPx6 } from '../../../src/upstreams/px6/px6.ts';
import { type Bought, FIRST_ACCOUNT, type TermPurchase } from '../../../src/upstreams/term.ts';
import { UpstreamServer } from '../../support/upstream-server.ts';
import { ManualTimer } from '../manual-timer.ts';
import { FreeRateSlots } from './free-rate-slots.ts';

export const KEY = 'k3y-that-nobody-may-read';
export const PASSWORD = 'pa55word-that-nobody-may-read';
export const REFERENCE = '0197b4d0-3c5a-7e3f-9a53-2b8de8a0c111';
export const PURCHASE: TermPurchase = {
  product: 'ipv4:http',
  country: 'DE',
  days: 30,
  quantity: 1,
  reference: REFERENCE,
  onAccount: async () => {},
};
export const BOUGHT: Bought = { account: FIRST_ACCOUNT, reference: REFERENCE };

/**
 * The adapter against a scripted server, with a timer that stands still; by default there are so many slots
 * that the rate has no effect.
 */
export async function px6Bench({
  slotsPerSecond = 1_000,
  accounts = [{ name: FIRST_ACCOUNT, key: KEY }],
} = {}) {
  const server = await UpstreamServer.start();
  const timer = new ManualTimer();
  const slots = new FreeRateSlots(timer, slotsPerSecond);
  const px6 = createPx6({ url: server.url, accounts, slots, timer });
  return {
    server,
    timer,
    slots,
    px6,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await px6.close();
    },
  };
}

/** A proxy as PX6 writes it; the tests change what they are about. */
export function proxyRow(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: '15',
    ip: '198.51.100.15',
    host: '198.51.100.15',
    port: '8000',
    user: 'login15',
    pass: PASSWORD,
    type: 'http',
    date: '2026-11-20 10:00:00',
    date_end: '2026-12-20 10:00:00',
    unixtime: 1_795_168_800,
    unixtime_end: 1_797_760_800,
    descr: REFERENCE,
    active: '1',
    ...changes,
  };
}

export function yes(content: Record<string, unknown>): Record<string, unknown> {
  return { status: 'yes', user_id: '1', balance: '48.80', currency: 'RUB', ...content };
}

export function no(errorNumber: number | string): Record<string, unknown> {
  return { status: 'no', error_id: errorNumber, error: `Error quoting ${KEY}` };
}

export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  try {
    await call;
  } catch (error) {
    return error as UpstreamError;
  }
  throw new Error('The call did not fail.');
}
