import type { Fault } from '../../../src/sandbox/faults.ts';

/** More than any run meets, so that what is left says how many were met. */
const TIMES = 1_000_000;
/**
 * What goes wrong in equal shares. `duplicate` is missing: a message that Telegram itself sends twice is none
 * of the bot's.
 */
const WAYS = [
  { mode: 'slow', delayMs: 1_500 },
  { mode: 'refuse', status: 429 },
  { mode: 'refuse', status: 409 },
  { mode: 'refuse', status: 500 },
  { mode: 'error_before' },
  { mode: 'error_after' },
  { mode: 'reset_before' },
  { mode: 'reset_after' },
  { mode: 'malformed' },
] as const;
/** Calls that may hang: while one for updates does, which takes 35 s to notice, nobody gets an answer. */
const MAY_HANG = ['sendMessage', 'editMessageText', 'answerCallbackQuery', 'sendInvoice', 'sendDocument'];
/**
 * How the bot is told that a message cannot be sent at all, and that the person blocks it: a message is given
 * up, and all that wait are. Each takes answers away, so they are as rare as this share of all faults.
 */
const FINAL = [400, 403] as const;
const FINAL_SHARE = 1 / 30;
const MAY_BE_FINAL = ['sendMessage', 'editMessageText', 'sendInvoice', 'sendDocument'];
/** Longer than the pause between two questions of the service for what was paid. */
const LATE_REPORT_MS = 8_000;
const PAY_WAYS = [
  'slow',
  'refuse',
  'error_before',
  'error_after',
  'reset_before',
  'reset_after',
  'malformed',
];

/** Of a hundred calls that spend at an upstream, how many it refuses: enough of them were paid in coins. */
const REFUSED_PERCENT = 25;
const REFUSED = [
  ...(['buy', 'prolong'] as const).map((call) => ({ upstream: 'px6', call }) as const),
  ...(['create', 'balance-add'] as const).map((call) => ({ upstream: 'dataimpulse', call }) as const),
];

/** Faults of Telegram and Crypto Pay that hit about so many of a hundred calls, and refusals of upstreams. */
export function chatFaults(percent: number): Fault[] {
  if (percent === 0) return [];
  const share = percent / (WAYS.length + 1);
  const hanging = MAY_HANG.map((call) => fault('telegram', call, { mode: 'hang', percent: share }));
  const failing = WAYS.map((way) => fault('telegram', '*', { ...way, percent: share }));
  const final = MAY_BE_FINAL.flatMap((call) =>
    FINAL.map((status) =>
      fault('telegram', call, { mode: 'refuse', status, percent: percent * FINAL_SHARE }),
    ),
  );
  const payShare = percent / (PAY_WAYS.length + 1);
  const paying = PAY_WAYS.map((mode) =>
    fault('cryptopay', '*', {
      mode: mode as Fault['mode'],
      percent: payShare,
      ...(mode === 'slow' && { delayMs: 1_500 }),
    }),
  );
  // Reports of payments that are lost, that come twice, and that come after the service has asked.
  const reports = (['error_before', 'duplicate', 'slow'] as const).map((mode) =>
    fault('cryptopay', 'webhook', { mode, percent: 25, ...(mode === 'slow' && { delayMs: LATE_REPORT_MS }) }),
  );
  const refused = REFUSED.map(
    (one): Fault => ({ ...one, mode: 'refuse', times: TIMES, percent: REFUSED_PERCENT }),
  );
  return [...final, ...hanging, ...failing, ...reports, ...paying, ...refused];
}

function fault(
  upstream: 'telegram' | 'cryptopay',
  call: string,
  way: Pick<Fault, 'mode'> & Partial<Fault>,
): Fault {
  return { upstream, call, times: TIMES, ...way };
}
