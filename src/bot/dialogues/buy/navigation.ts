import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { BotContext } from '../context.ts';
import { type Draft, PLACE_STEPS, type StepName } from './draft.ts';
import { productOf } from './step.ts';

/** What every step has below its own buttons. */
export function navigation(ctx: BotContext, { id, step }: Draft): InlineKeyboardButton[] {
  const { back, cancel } = ctx.texts.buttons;
  const cancelling = InlineKeyboard.text(cancel, `buy:${id}:${step}:cancel`);
  return step === 'tier' ? [cancelling] : [InlineKeyboard.text(back, `buy:${id}:${step}:back`), cancelling];
}

/** The step that was before. Throws UnknownProductError. */
export async function stepBefore(ctx: BotContext, draft: Draft): Promise<StepName> {
  const { step } = draft;
  if (step === 'minutes' || PLACE_STEPS.some((place) => place === step)) return 'options';
  const { billing, maxQuantity } = await productOf(ctx, draft);
  const way: StepName[] = ['tier', 'type', 'period', 'country'];
  if (billing === 'per_gb') way.push('options');
  else if (maxQuantity > 1) way.push('quantity');
  way.push('offer');
  return way[way.indexOf(step) - 1] ?? 'tier';
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
