/** How an upstream does, apart from what a call of it is about. */
export interface Condition {
  /** Whether it answers, whether our own money or traffic there lasts, or whether it accepts our key. */
  about: 'answers' | 'balance' | 'key';
  isGood: boolean;
  /** What is left, as the upstream writes it. */
  detail?: string;
}

/** Hears of an upstream's condition, as often as it is seen. It must neither throw nor wait. */
export type OnCondition = (condition: Condition) => void;
