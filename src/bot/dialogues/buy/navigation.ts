import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { BotContext } from '../context.ts';
import type { Draft, StepName } from '../../people/state.ts';
import { productOf } from './step.ts';

/** What every step has below its own buttons. */
export function navigation(ctx: BotContext, { id, step }: Draft): InlineKeyboardButton[] {
  const { back, cancel } = ctx.texts.buttons;
  const cancelling = InlineKeyboard.text(cancel, `buy:${id}:${step}:cancel`);
  return step === 'tier' ? [cancelling] : [InlineKeyboard.text(back, `buy:${id}:${step}:back`), cancelling];
}

const BEFORE: Readonly<Record<Exclude<StepName, 'offer'>, StepName>> = {
  tier: 'tier',
  type: 'tier',
  period: 'type',
  country: 'period',
  quantity: 'country',
  options: 'country',
  minutes: 'options',
  state: 'options',
  city: 'options',
  zip: 'options',
  asn: 'options',
};

/** The step that was before. Throws UnknownProductError. */
export async function stepBefore(ctx: BotContext, draft: Draft): Promise<StepName> {
  if (draft.step !== 'offer') return BEFORE[draft.step];
  const { billing, maxQuantity } = await productOf(ctx, draft);
  if (billing === 'per_gb') return 'options';
  return maxQuantity > 1 ? 'quantity' : 'country';
}

/**
 * An offer that takes the place of another one: the purchase that led to that one goes on with it. Returns
 * the buttons by which it does; none when the person does something else by now.
 */
export function follow(ctx: BotContext, before: string, offer: string): InlineKeyboardButton[][] {
  const { state } = ctx.person;
  if (state?.awaits !== 'buy' || state.offer !== before) return [];
  state.offer = offer;
  return [navigation(ctx, state)];
}
