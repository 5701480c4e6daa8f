import type { z } from 'zod';
import type { Timer } from '../../kit/clock.ts';
import { jsonOrUndefined } from '../../kit/text.ts';
import { hasOutcome, NoRateSlotError, UpstreamError, type UpstreamOutcome } from '../failure.ts';
import { CALL_MILLIS, type CallKind, type HttpAnswer, pauseMillis } from '../http.ts';
import type { Priority } from '../term.ts';
import { type Account, accountNamed } from './accounts.ts';
import {
  balanceOf,
  conditionsOf,
  lackOf,
  outcomeOf,
  successAnswer,
  type Told,
  toldBy,
  userOf,
} from './answers.ts';
import type { RateSlotQueues, SlotQueue, TakenSlot } from './rate-slots.ts';

/**
 * An unanswered request counts as arrived so long after it was sent: on open connections times differ by
 * less. If PX6 ever counts one later, it answers 429 to another, which is sent again.
 */
const ARRIVED_AFTER_MILLIS = 100;

type Method =
  | 'getcountry'
  | 'getcount'
  | 'getprice'
  | 'getproxy'
  | 'buy'
  | 'prolong'
  | 'delete'
  | 'check'
  | 'settype';

const SPENDING: ReadonlySet<Method> = new Set(['buy', 'prolong']);
/** The calls that are not about what was bought with the account, and do not buy with it. */
const OF_ANY_ACCOUNT: ReadonlySet<Method> = new Set(['getcountry', 'getcount', 'getprice']);
/** The call that shows whose an account is. It does nothing. */
const IDENTIFYING = { method: 'getcountry', params: { version: '4' } } as const;

interface CallOptions {
  priority?: Priority;
  /** The account that it goes to; any one when left out. */
  account?: string;
  /** Is told the account before each time that the call is sent. When it throws, nothing is sent. */
  onAccount?: (account: string) => Promise<void>;
}

/** At the allowed rate. What an account lacks money or its key for goes to another, unless it is named. */
export type Px6Call = <T>(
  method: Method,
  params: Record<string, string>,
  answer: z.ZodType<T>,
  options?: CallOptions,
) => Promise<T>;

export function createPx6Call({
  accounts,
  queues,
  timer,
}: {
  accounts: readonly Account[];
  queues: RateSlotQueues;
  timer: Timer;
}): Px6Call {
  return async (method, params, answer, { priority = 'urgent', account: name, onAccount } = {}) => {
    const isBuying = method === 'buy';
    const kind = priority === 'awaited' ? 'read' : 'charged';
    const queue = name === undefined ? anyQueue(isBuying, priority) : { ...queueOf(name), priority };
    const deadline = timer.now() + CALL_MILLIS;
    for (;;) {
      const slot = await queues.slot(queue, deadline);
      if (!slot)
        throw new NoRateSlotError(`px6 ${method}: not sent, the request limit leaves no slot in time`);
      const account = accountNamed(slot.account, accounts);
      const mayGoElsewhere = () =>
        name === undefined && !account.isFit(isBuying) && accounts.some((other) => other.isFit(isBuying));
      if (!OF_ANY_ACCOUNT.has(method) && !account.isIdentified) {
        const isRefused = await identify(account, method, slot, deadline);
        if (!isRefused || mayGoElsewhere()) continue;
        throw failure('refused', method, `not sent, the account ${account.name} is refused`);
      }
      if (account.isForeign) {
        slot.end();
        if (mayGoElsewhere()) continue;
        throw failure('refused', method, `not sent, the key of ${account.name} is that of another user`);
      }
      const received = await inSlot(slot, async () => {
        await onAccount?.(account.name);
        if (slot.isValid()) return send(account, method, params, slot, deadline, kind);
        // It took too long to write the account down. Nothing was sent.
        return undefined;
      });
      if (!received) continue;
      if (isOverLimit(method, received.status)) {
        await queues.hold(account.name, pauseMillis(received));
        continue;
      }
      const content = jsonOrUndefined(received.body);
      const told = toldBy(content);
      // Without the database it is found out with a later call.
      if (!account.isIdentified) await compareUser(account, told).catch(() => {});
      const lack = note(account, told);
      // What was refused can go to an account that is not passed over now, as this one is.
      if (lack !== undefined && mayGoElsewhere()) continue;
      return read(method, received.status, { told, content }, answer);
    }
  };

  /**
   * Finds out whose the account is, in the slot of a call that must not be sent before. Returns whether PX6
   * refuses the account. Throws UpstreamError `refused`, since the call itself was not sent.
   */
  async function identify(account: Account, method: Method, slot: TakenSlot, deadline: number) {
    const { method: asked, params } = IDENTIFYING;
    try {
      const received = await inSlot(slot, () => send(account, asked, params, slot, deadline));
      if (isOverLimit(asked, received.status)) {
        await queues.hold(account.name, pauseMillis(received));
        return false;
      }
      const content = jsonOrUndefined(received.body);
      const told = toldBy(content);
      await compareUser(account, told);
      if (note(account, told) !== undefined) return true;
      read(asked, received.status, { told, content }, successAnswer);
      return false;
    } catch (error) {
      const reason = `not sent, whose ${account.name} is could not be found out`;
      throw failure('refused', method, reason, { cause: error });
    }
  }

  /** Tells what an answer says of the account, and returns what the account lacks. */
  function note(account: Account, told: Told) {
    const conditions = conditionsOf(told, (unit) => account.own.lowBelow(unit));
    for (const condition of conditions) account.onCondition(condition);
    const balance = balanceOf(told);
    if (balance && account.isIdentified && !account.isForeign) account.own.noteBalance(balance);
    const lack = lackOf(told);
    if (lack) account.noteLack(lack);
    return lack;
  }

  async function compareUser(account: Account, told: Told): Promise<void> {
    if (told?.status === 'yes') await account.identify(userOf(told));
  }

  function queueOf(name: string): Omit<SlotQueue, 'priority'> {
    const { name: known } = accountNamed(name, accounts);
    return { name: known, accounts: () => [known] };
  }

  function anyQueue(isBuying: boolean, priority: Priority): SlotQueue {
    const choose = () => {
      const fit = accounts.filter((account) => account.isFit(isBuying));
      return (fit.length > 0 ? fit : accounts).map((account) => account.name);
    };
    return { name: isBuying ? ' any, to buy' : ' any', priority, accounts: choose };
  }

  async function send(
    { http, path }: Account,
    method: Method,
    params: Record<string, string>,
    slot: TakenSlot,
    deadline: number,
    kind: CallKind = 'charged',
  ): Promise<HttpAnswer> {
    let disarm = () => {};
    const onStart = () => {
      if (!slot.isValid()) return false;
      disarm = timer.after(ARRIVED_AFTER_MILLIS, () => slot.end());
      return true;
    };
    const request = { call: method, kind, path: `${path}/${method}/?${new URLSearchParams(params)}` };
    try {
      return await http.send({ ...request, onStart }, deadline);
    } finally {
      disarm();
    }
  }
}

/** Ends the slot with the work, at the latest. */
async function inSlot<Result>(slot: TakenSlot, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    slot.end();
  }
}

/**
 * 429 is the rate limit: nothing was done. It once was 503, which a proxy may also answer after the work:
 * that is repeated only where doing the work twice costs nothing.
 */
function isOverLimit(method: Method, status: number): boolean {
  return status === 429 || (status === 503 && !SPENDING.has(method));
}

/** PX6 does not document the status of its errors: a refusal in the body counts with any. */
function read<T>(
  method: Method,
  status: number,
  { told, content }: { told: Told; content: unknown },
  answer: z.ZodType<T>,
): T {
  if (told?.status === 'no') {
    const number = told.error_id;
    throw failure(outcomeOf(method, number), method, `refused with error ${number}`);
  }
  const done = status >= 200 && status < 300 && told;
  const parsed = done ? answer.safeParse(content) : undefined;
  if (!parsed?.success) throw failure('unknown', method, `HTTP ${status} with an unusable answer`);
  return parsed.data;
}

export function failure(outcome: UpstreamOutcome, method: Method, reason: string, options?: ErrorOptions) {
  return new UpstreamError(outcome, `px6 ${method}: ${reason}`, options);
}

/** The answer, or `otherwise` when what the call names does not exist at PX6. */
export async function unlessGone<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (hasOutcome(error, 'gone')) return otherwise;
    throw error;
  }
}
