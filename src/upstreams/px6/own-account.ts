import { z } from 'zod';
import type { Condition } from '../condition.ts';
import { refusalAnswer, successAnswer } from './answers.ts';

/** About what ten proxies for a month cost: the operator needs some time to send money. */
const LOW_BELOW: Readonly<Record<string, number>> = { RUB: 1_000, USD: 15 };
/** PX6's error number for too little money on our account. */
const NO_MONEY = 400;
/** PX6's error numbers for a key that it does not know, or not from this address. */
const KEY_REFUSED: readonly number[] = [100, 105];

const accountAnswer = z.object({
  balance: z.union([z.number(), z.string().regex(/^-?\d{1,15}(\.\d{1,10})?$/)]),
  currency: z.string(),
});

/** What an answer says of our account: of its money, and whether its key is accepted. */
export function conditionsOf(content: unknown): Condition[] {
  const lack = lackOf(content);
  if (lack) return [{ about: lack, isGood: false }];
  if (!successAnswer.safeParse(content).success) return [];
  const account = accountAnswer.safeParse(content);
  const accepted: Condition = { about: 'key', isGood: true };
  if (!account.success) return [accepted];
  const { balance, currency } = account.data;
  const lowBelow = LOW_BELOW[currency];
  if (lowBelow === undefined) return [accepted];
  const isGood = Number(balance) >= lowBelow;
  return [accepted, { about: 'balance', isGood, detail: `${balance} ${currency}` }];
}

/** What of our account PX6 has refused a call for; nothing was done, and another account may do it. */
export function lackOf(content: unknown): 'key' | 'balance' | undefined {
  const refusal = refusalAnswer.safeParse(content);
  if (!refusal.success) return undefined;
  const { error_id: number } = refusal.data;
  if (number === NO_MONEY) return 'balance';
  return KEY_REFUSED.includes(number) ? 'key' : undefined;
}
