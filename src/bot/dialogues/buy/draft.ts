import { z } from 'zod';
import { GEO_FIELDS, STORED_CHANGE } from '../../../luxury/settings.ts';

const STEPS = [
  'tier',
  'type',
  'period',
  'country',
  'quantity',
  'options',
  'minutes',
  ...GEO_FIELDS,
  'offer',
] as const;
export type StepName = (typeof STEPS)[number];

/** A purchase as far as the person has chosen it. */
export const DRAFT = z.object({
  /** Buttons of another purchase are too old. */
  id: z.string(),
  step: z.enum(STEPS),
  tier: z.string().exactOptional(),
  type: z.string().exactOptional(),
  period: z.string().exactOptional(),
  country: z.string().exactOptional(),
  quantity: z.number().exactOptional(),
  options: STORED_CHANGE.default({}),
  /** Of a list: the page from 0, and what was typed to find something in it. */
  page: z.number().default(0),
  search: z.string().default(''),
  /** The message with the buttons, once one of them was pressed. */
  messageId: z.number().exactOptional(),
  /** The token of the offer that is shown. */
  offer: z.string().exactOptional(),
});
export type Draft = z.infer<typeof DRAFT>;
