/** How an upstream does, apart from what a call of it is about. */
export interface Condition {
  /**
   * Whether it answers, whether our own money or traffic there lasts, whether it accepts our key, or whether
   * the key is that of the user whom the account's name stands for.
   */
  about: 'answers' | 'balance' | 'key' | 'user';
  isGood: boolean;
  /** What is left, as the upstream writes it, or whose the key is. */
  detail?: string;
}

/** Hears of an upstream's condition, as often as it is seen. It must neither throw nor wait. */
export type OnCondition = (condition: Condition) => void;
