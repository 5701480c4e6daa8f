import { type Balance, lowBelow, NO_SPENDING } from './balance.ts';

/** One account of ours at an upstream, as all processes know it. */
export interface OwnAccount {
  /**
   * The user at the upstream that the account's name stands for: the one that was seen under it first. Throws
   * when the database is away.
   */
  ownerSeenFirst(userId: string): Promise<string>;
  /** To be told the balance that an answer says. It neither throws nor waits. */
  noteBalance(balance: Balance): void;
  /** Below which the balance is low; undefined when that is not known for the unit. */
  lowBelow(unit: string): bigint | undefined;
}

/** An account that nothing is written down of. */
export const UNBOOKED: OwnAccount = {
  ownerSeenFirst: async (userId) => userId,
  noteBalance() {},
  lowBelow: (unit) => lowBelow(unit, NO_SPENDING, 0),
};
