import { z } from 'zod';
import { type Balance, balanceCondition, millionths } from '../balance.ts';
import type { Condition } from '../condition.ts';
import { refusalAnswer, successAnswer } from './answers.ts';

/** PX6's error number for too little money on our account. */
const NO_MONEY = 400;
/** PX6's error numbers for a key that it does not know, or not from this address. */
const KEY_REFUSED: readonly number[] = [100, 105];

const balanceAnswer = z.object({
  balance: z.union([z.number(), z.string()]),
  currency: z.string().regex(/^[A-Z]{3}$/),
});
const userAnswer = z.object({
  user_id: z.union([z.int().positive(), z.string().regex(/^[!-~]{1,40}$/)]).transform(String),
});

/** Whose account has answered; undefined when the answer does not say. */
export function userOf(content: unknown): string | undefined {
  return userAnswer.safeParse(content).data?.user_id;
}

/** What is left on the account after the call; undefined when the answer does not say. */
export function balanceOf(content: unknown): Balance | undefined {
  if (!successAnswer.safeParse(content).success) return undefined;
  const { data } = balanceAnswer.safeParse(content);
  const amount = millionths(data?.balance);
  return data && amount !== undefined ? { amount, unit: data.currency } : undefined;
}

/**
 * What an answer says of our account: of its money, and whether its key is accepted. `lowBelow`: the balance
 * in a currency that is low.
 */
export function conditionsOf(content: unknown, lowBelow: (unit: string) => bigint | undefined): Condition[] {
  const lack = lackOf(content);
  if (lack) return [{ about: lack, isGood: false }];
  if (!successAnswer.safeParse(content).success) return [];
  const accepted: Condition = { about: 'key', isGood: true };
  const balance = balanceOf(content);
  if (!balance) return [accepted];
  // As PX6 writes it.
  const written = String((content as { balance: unknown }).balance);
  const lasting = balanceCondition(balance, lowBelow(balance.unit), written);
  return lasting ? [accepted, lasting] : [accepted];
}

/** What of our account PX6 has refused a call for; nothing was done, and another account may do it. */
export function lackOf(content: unknown): 'key' | 'balance' | undefined {
  const refusal = refusalAnswer.safeParse(content);
  if (!refusal.success) return undefined;
  const { error_id: number } = refusal.data;
  if (number === NO_MONEY) return 'balance';
  return KEY_REFUSED.includes(number) ? 'key' : undefined;
}
