import { z } from 'zod';
import { LINE_FORMATS } from '../../luxury/lines.ts';
import { EDITED_NAMES, GEO_FIELDS, STORED_CHANGE } from '../../luxury/settings.ts';
import { ANNOTATION_NAMES } from '../../orders/annotations.ts';

export const BUY_STEPS = [
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
export type BuyStep = (typeof BUY_STEPS)[number];

const DRAFT = z.object({
  /** Buttons of another purchase are too old. */
  id: z.string(),
  step: z.enum(BUY_STEPS),
  tier: z.string().exactOptional(),
  type: z.string().exactOptional(),
  period: z.string().exactOptional(),
  country: z.string().exactOptional(),
  quantity: z.number().exactOptional(),
  options: STORED_CHANGE,
  /** Of a list: the page from 0, and what was typed to find something in it. */
  page: z.number(),
  search: z.string(),
  /** The message with the buttons, once one of them was pressed. */
  messageId: z.number().exactOptional(),
  /** The token of the offer that is shown. */
  offer: z.string().exactOptional(),
});
export type PurchaseDraft = z.infer<typeof DRAFT>;

const awaiting = <Name extends string, Known extends z.ZodRawShape>(name: Name, known: Known) =>
  z.object({ awaits: z.literal(name), ...known });

/**
 * What a person may be asked to type, with what is known so far: `awaits` names the dialogue that gets the
 * next text. Kept in the person's row as JSON. A command forgets it, and so does a button that leads
 * elsewhere. Each dialogue adds its own here.
 */
const STATE = z.discriminatedUnion('awaits', [
  awaiting('threshold', {}),
  awaiting('top_up', {}),
  awaiting('key_name', {}),
  awaiting('networks', { keyId: z.number() }),
  awaiting('buy', DRAFT.shape),
  /** The offer that coins are to pay a part of, and how many could. */
  awaiting('coins', { token: z.string(), most: z.number() }),
  awaiting('annotation', { orderId: z.number(), name: z.enum(ANNOTATION_NAMES) }),
  awaiting('line_count', { orderId: z.number(), format: z.enum(LINE_FORMATS) }),
  /**
   * `name` may be typed; `search` is what was typed to find something in its list. A change was shown and
   * waits for the button that has its mark.
   */
  awaiting('setting', {
    orderId: z.number(),
    name: z.enum(EDITED_NAMES).exactOptional(),
    search: z.string().exactOptional(),
    change: STORED_CHANGE.exactOptional(),
    mark: z.string().exactOptional(),
  }),
  /** Awaits a button: whether the password with this mark is to be replaced. */
  awaiting('new_password', { orderId: z.number(), mark: z.string() }),
]);

export type State = z.infer<typeof STATE>;
export type AwaitedState<Name extends State['awaits']> = Extract<State, { awaits: Name }>;

/** A stored state; null when there is none, or it is of no use to this version: the person begins again. */
export function toState(stored: object | null): State | null {
  return STATE.safeParse(stored).data ?? null;
}
