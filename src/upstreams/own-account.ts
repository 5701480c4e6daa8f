import { DAY_MS } from '../kit/clock.ts';

/** One account of ours at an upstream, as all processes know it. */
export interface OwnAccount {
  /** The user that was seen first under the account's name. Throws when the database is away. */
  ownerSeenFirst(userId: string): Promise<string>;
  /** To be told the balance that an answer says. It neither throws nor waits. */
  noteBalance(balance: Balance): void;
  /** Below which the balance is low; undefined when that is not known for the unit. */
  lowBelow(unit: string): bigint | undefined;
}

export const UNBOOKED: OwnAccount = {
  ownerSeenFirst: async (userId) => userId,
  noteBalance() {},
  lowBelow: (unit) => lowBelow(unit, NO_SPENDING, 0),
};

/** What is left on an account of ours: an amount in millionths of a unit, a currency or GB. */
export interface Balance {
  amount: bigint;
  unit: string;
}

/** How much a balance fell, in millionths of its unit, and in what time. */
export interface Spending {
  amount: bigint;
  /** The time in which it fell, a day to a week: less says little of a pace. */
  overMs: number;
}

export const NO_SPENDING: Spending = { amount: 0n, overMs: DAY_MS };

const MILLION = 1_000_000n;
/** What ten proxies for a month cost, or one customer may buy at once: sending money takes some time. */
const LEAST: Readonly<Record<string, bigint>> = {
  RUB: 1_000n * MILLION,
  USD: 15n * MILLION,
  GB: 10n * MILLION,
};
export const WEEK_DAYS = 7;
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,30}))?$/;

/** Rounded down toward zero; undefined for what is no number, or none of a balance or price. */
export function millionths(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const [, sign, whole = '', decimals = ''] = DECIMAL.exec(String(value)) ?? [];
  if (sign === undefined) return undefined;
  const amount = BigInt(whole) * MILLION + BigInt(decimals.slice(0, 6).padEnd(6, '0'));
  return sign === '-' ? -amount : amount;
}

/** Below which balance there are fewer than `days` of spending left, at its pace. */
export function lowBelow(unit: string, { amount, overMs }: Spending, days: number): bigint | undefined {
  const paced = (amount * BigInt(days * DAY_MS)) / BigInt(overMs);
  const least = LEAST[unit];
  if (least === undefined) return paced > 0n ? paced : undefined;
  return paced > least ? paced : least;
}

/** For how many whole days a balance lasts at the pace of its spending; null where nothing was spent. */
export function daysLeft(balance: Balance, { amount, overMs }: Spending): number | null {
  return amount === 0n ? null : Number((balance.amount * BigInt(overMs)) / (amount * BigInt(DAY_MS)));
}

/** Undefined where it is not known, and up to a quarter above: around the threshold is no news. */
export function balanceCondition(
  { amount, unit }: Balance,
  low: bigint | undefined,
  detail: string,
): Condition | undefined {
  if (low === undefined) return undefined;
  if (amount < low) return { about: 'balance', isGood: false, detail: `${detail} ${unit}` };
  if (amount * 4n < low * 5n) return undefined;
  return { about: 'balance', isGood: true, detail: `${detail} ${unit}` };
}

/** How an upstream does, apart from what a call of it is about. */
export interface Condition {
  /** Whether it answers, our money or traffic lasts, and it accepts our key, of the user of that name. */
  about: 'answers' | 'balance' | 'key' | 'user';
  isGood: boolean;
  /** What is left, as the upstream writes it, or whose the key is. */
  detail?: string;
}

/** Hears of an upstream's condition, as often as it is seen. It must neither throw nor wait. */
export type OnCondition = (condition: Condition) => void;
