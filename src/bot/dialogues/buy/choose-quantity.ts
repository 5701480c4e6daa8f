import { OutOfStockError } from '../../../catalog/errors.ts';
import type { BotContext } from '../context.ts';
import { inRows } from '../rows.ts';
import { readCountries } from './choose-country.ts';
import type { Draft } from '../../people/state.ts';
import { answerButton, productOf, type Step, viewOf } from './step.ts';

/** Those that buttons offer. */
const QUANTITIES = [1, 2, 3, 5, 10, 20, 30, 50];

/** A whole number from 1 to `most`; undefined when the text is not one. */
export function numberIn(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

async function limitsOf(ctx: BotContext, draft: Draft): Promise<{ most: number; available: number }> {
  const product = await productOf(ctx, draft);
  const countries = await readCountries(ctx, product);
  const available = countries.find(({ code }) => code === draft.country)?.available ?? 0;
  return { most: product.maxQuantity, available };
}

export const quantityStep: Step = {
  async ask(ctx, draft) {
    const { most, available } = await limitsOf(ctx, draft);
    const offered = QUANTITIES.filter((quantity) => quantity <= Math.min(most, available));
    const buttons = offered.map((quantity) => answerButton(draft, String(quantity), String(quantity)));
    const { quantity: _, ...before } = draft;
    return {
      text: ctx.texts.buy.quantity(await viewOf(ctx, before), most, available),
      rows: inRows(buttons, 4),
    };
  },
  async take(ctx, draft, answer) {
    const { most, available } = await limitsOf(ctx, draft);
    const quantity = numberIn(answer, most);
    if (quantity === undefined) return ctx.texts.buy.badNumber(most);
    if (quantity > available) return ctx.texts.refusal(new OutOfStockError(available));
    draft.quantity = quantity;
    draft.step = 'offer';
    return undefined;
  },
};
