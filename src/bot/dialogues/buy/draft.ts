import type { LuxuryOptions } from '../../../luxury/settings.ts';

export const PLACE_STEPS = ['state', 'city', 'zip', 'asn'] as const;

export type StepName =
  | 'tier'
  | 'type'
  | 'period'
  | 'country'
  | 'quantity'
  | 'options'
  | 'minutes'
  | (typeof PLACE_STEPS)[number]
  | 'offer';

/** A purchase as far as the person has chosen it. */
export interface Draft {
  /** Buttons of another purchase are too old. */
  id: string;
  step: StepName;
  tier?: string;
  type?: string;
  period?: string;
  country?: string;
  quantity?: number;
  options: LuxuryOptions;
  /** Of a list: the page from 0, and what was typed to find something in it. */
  page: number;
  search: string;
  /** The message with the buttons, once one of them was pressed. */
  messageId?: number;
  /** The token of the offer that is shown. */
  offer?: string;
}
