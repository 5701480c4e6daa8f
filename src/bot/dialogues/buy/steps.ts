import type { Drafts } from '../../offers.ts';
import { withdrawOffer } from '../../offers.ts';
import type { BotContext } from '../context.ts';
import { countryStep } from './choose-country.ts';
import { minutesStep, optionsStep } from './choose-options.ts';
import { placeStep } from './choose-place.ts';
import { periodStep, tierStep, typeStep } from './choose-product.ts';
import { quantityStep } from './choose-quantity.ts';
import type { Draft, StepName } from '../../people/state.ts';
import { offerPurchase } from './purchase-offer.ts';
import { productOf, type Step } from './step.ts';

/** The last step: its buttons are those of the offer, so that it takes no answer itself. */
const offerStep: Step = {
  async ask(ctx, draft) {
    await withdraw(ctx, draft);
    const { token, text, rows } = await offerPurchase(ctx, await drafted(ctx, draft), 'money');
    draft.offer = token;
    return { text, rows };
  },
  async take(ctx) {
    return ctx.texts.buy.pressButton();
  },
};

export const STEPS: Readonly<Record<StepName, Step>> = {
  tier: tierStep,
  type: typeStep,
  period: periodStep,
  country: countryStep,
  quantity: quantityStep,
  options: optionsStep,
  minutes: minutesStep,
  state: placeStep('state'),
  city: placeStep('city'),
  zip: placeStep('zip'),
  asn: placeStep('asn'),
  offer: offerStep,
};

/** Takes back what was offered for the draft before, unless it was bought. */
export async function withdraw(ctx: BotContext, draft: Draft): Promise<void> {
  const { database, resellerId } = ctx;
  if (draft.offer !== undefined) await withdrawOffer(database.sql, { token: draft.offer, resellerId });
  delete draft.offer;
}

async function drafted(ctx: BotContext, draft: Draft): Promise<Drafts['purchase']> {
  const { billing } = await productOf(ctx, draft);
  const { tier = '', type = '', period = '', country = '', quantity = 1, options } = draft;
  const same = { tier, type, period, country };
  return billing === 'per_gb' ? { ...same, quantity: 1, options } : { ...same, quantity };
}
