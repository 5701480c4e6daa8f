import type { z } from 'zod';
import { NoTurnError, UpstreamError, type UpstreamOutcome } from '../failure.ts';
import { CALL_MILLIS, type CallKind, type HttpAnswer } from '../http.ts';
import type { Priority } from '../term.ts';
import type { Timer } from '../timer.ts';
import { jsonOf, pauseMillis } from '../wire.ts';
import type { Account, Accounts } from './accounts.ts';
import {
  balanceOf,
  conditionsOf,
  lackOf,
  outcomeOf,
  refusalAnswer,
  successAnswer,
  userOf,
} from './answers.ts';
import type { Line, OwnTurn, TurnLines } from './turns.ts';

/**
 * A request that is not answered counts as arrived so long after it was sent: connections are open already,
 * and the times that two requests are under way on them differ by less. If PX6 ever counts one later, it
 * answers 429 to another, which is sent again.
 */
const ARRIVED_AFTER_MILLIS = 100;

type Method = 'getcountry' | 'getcount' | 'getprice' | 'getproxy' | 'buy' | 'prolong' | 'delete';

const SPENDING: ReadonlySet<Method> = new Set(['buy', 'prolong']);
/** The calls that are about what was bought with the account, or buy with it. */
const OF_ACCOUNT: ReadonlySet<Method> = new Set(['getproxy', 'buy', 'prolong', 'delete']);
/** The call that shows whose an account is. It does nothing. */
const IDENTIFYING = { method: 'getcountry', params: { version: '4' } } as const;

interface CallOptions {
  priority?: Priority;
  /** The account that it goes to; any one when left out. */
  account?: string;
  /** Is told the account before each time that the call is sent. When it throws, nothing is sent. */
  onAccount?: (account: string) => Promise<void>;
}

/**
 * Calls one method of PX6's API at the allowed rate, and checks the answer. What one account is refused for
 * lack of money, or for its key, another one is asked for, unless the call names its account.
 */
export type Px6Call = <T>(
  method: Method,
  params: Record<string, string>,
  answer: z.ZodType<T>,
  options?: CallOptions,
) => Promise<T>;

interface ApiCallOptions {
  accounts: Accounts;
  lines: TurnLines;
  timer: Timer;
}

export function createPx6Call({ accounts, lines, timer }: ApiCallOptions): Px6Call {
  return async (method, params, answer, { priority = 'urgent', account: name, onAccount } = {}) => {
    const isBuying = method === 'buy';
    const kind = priority === 'awaited' ? 'read' : 'charged';
    const line = name === undefined ? anyLine(isBuying, priority) : { ...lineOf(name), priority };
    const deadline = timer.now() + CALL_MILLIS;
    for (;;) {
      const turn = await lines.turn(line, deadline);
      if (!turn) throw new NoTurnError(`px6 ${method}: not sent, the request limit leaves no turn in time`);
      const account = accounts.named(turn.account);
      const mayGoElsewhere = () =>
        name === undefined && !account.isFit(isBuying) && accounts.fit(isBuying).length > 0;
      if (OF_ACCOUNT.has(method) && !account.isIdentified) {
        const isRefused = await identify(account, method, turn, deadline);
        if (!isRefused || mayGoElsewhere()) continue;
        throw failure('refused', method, `not sent, the account ${account.name} is refused`);
      }
      if (account.isForeign) {
        turn.end();
        if (mayGoElsewhere()) continue;
        throw failure('refused', method, `not sent, the key of ${account.name} is that of another user`);
      }
      const received = await inTurn(turn, async () => {
        await onAccount?.(account.name);
        if (turn.isValid()) return send(account, method, params, turn, deadline, kind);
        // It took too long to write the account down. Nothing was sent.
        return undefined;
      });
      if (!received) continue;
      if (isOverLimit(method, received.status)) {
        await lines.hold(account.name, pauseMillis(received));
        continue;
      }
      const content = jsonOf(received.body);
      // Without the database it is found out with a later call.
      await compareUser(account, content).catch(() => {});
      const lack = note(account, content);
      // What was refused can go to an account that is not passed over now, as this one is.
      if (lack !== undefined && mayGoElsewhere()) continue;
      return read(method, received.status, content, answer);
    }
  };

  /**
   * Finds out whose the account is, in the turn of a call that must not be sent before. Returns whether PX6
   * refuses the account. Throws UpstreamError `refused`, since the call itself was not sent.
   */
  async function identify(account: Account, method: Method, turn: OwnTurn, deadline: number) {
    const { method: asked, params } = IDENTIFYING;
    try {
      const received = await inTurn(turn, () => send(account, asked, params, turn, deadline));
      if (isOverLimit(asked, received.status)) {
        await lines.hold(account.name, pauseMillis(received));
        return false;
      }
      const content = jsonOf(received.body);
      await compareUser(account, content);
      if (note(account, content) !== undefined) return true;
      read(asked, received.status, content, successAnswer);
      return false;
    } catch (error) {
      const reason = `not sent, whose ${account.name} is could not be found out`;
      throw failure('refused', method, reason, { cause: error });
    }
  }

  /** Tells what an answer says of the account, and returns what the account lacks. */
  function note(account: Account, content: unknown) {
    const conditions = conditionsOf(content, (unit) => account.own.lowBelow(unit));
    for (const condition of conditions) account.onCondition(condition);
    const balance = balanceOf(content);
    if (balance && account.isIdentified && !account.isForeign) account.own.noteBalance(balance);
    const lack = lackOf(content);
    if (lack) account.noteLack(lack);
    return lack;
  }

  async function compareUser(account: Account, content: unknown): Promise<void> {
    if (successAnswer.safeParse(content).success) await account.identify(userOf(content));
  }

  function lineOf(name: string): Omit<Line, 'priority'> {
    const { name: known } = accounts.named(name);
    return { name: known, accounts: () => [known] };
  }

  function anyLine(isBuying: boolean, priority: Priority): Line {
    const choose = () => {
      const fit = accounts.fit(isBuying);
      return (fit.length > 0 ? fit : accounts.all).map((account) => account.name);
    };
    return { name: isBuying ? ' any, to buy' : ' any', priority, accounts: choose };
  }

  async function send(
    { http, path }: Account,
    method: Method,
    params: Record<string, string>,
    turn: OwnTurn,
    deadline: number,
    kind: CallKind = 'charged',
  ): Promise<HttpAnswer> {
    let disarm = () => {};
    const onStart = () => {
      if (!turn.isValid()) return false;
      disarm = timer.after(ARRIVED_AFTER_MILLIS, () => turn.end());
      return true;
    };
    const request = {
      call: method,
      method: 'GET',
      kind,
      path: `${path}/${method}/?${new URLSearchParams(params)}`,
    } as const;
    try {
      return await http.send({ ...request, onStart }, deadline);
    } finally {
      disarm();
    }
  }
}

/** Ends the turn with the work, at the latest. */
async function inTurn<Result>(turn: OwnTurn, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    turn.end();
  }
}

/**
 * 429 is PX6's rate limit: nothing was done. It once was 503, which a proxy in front of PX6 may also answer,
 * after the work as well as before it. So a call with 503 is repeated only if doing its work twice costs
 * nothing.
 */
function isOverLimit(method: Method, status: number): boolean {
  return status === 429 || (status === 503 && !SPENDING.has(method));
}

/**
 * PX6 does not say which HTTP status its own errors have, so a refusal in the body counts whatever the
 * status.
 */
function read<T>(method: Method, status: number, content: unknown, answer: z.ZodType<T>): T {
  const refusal = refusalAnswer.safeParse(content);
  if (refusal.success) {
    const number = refusal.data.error_id;
    throw failure(outcomeOf(method, number), method, `refused with error ${number}`);
  }
  const done = status >= 200 && status < 300 && successAnswer.safeParse(content).success;
  const parsed = done ? answer.safeParse(content) : undefined;
  if (!parsed?.success) throw failure('unknown', method, `HTTP ${status} with an unusable answer`);
  return parsed.data;
}

export function failure(
  outcome: UpstreamOutcome,
  method: Method,
  reason: string,
  options?: ErrorOptions,
): UpstreamError {
  return new UpstreamError(outcome, `px6 ${method}: ${reason}`, options);
}

/** The answer, or `otherwise` when what the call names does not exist at PX6. */
export async function unlessGone<T>(answer: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (isGone(error)) return otherwise;
    throw error;
  }
}

export function isGone(error: unknown): boolean {
  return error instanceof UpstreamError && error.outcome === 'gone';
}
