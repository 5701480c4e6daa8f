import type { Composer } from 'grammy';
import { AGAIN, BEGIN, onOpen, onTyped } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { type OfferDrafts, withdrawOffer } from '../offers.ts';
import type { BuyStep, PurchaseDraft } from '../people/state.ts';
import { offerPurchase, sameAs } from './offer.ts';
import { minutesStep, optionsStep, placeStep } from './options.ts';
import { countryStep, periodStep, quantityStep, tierStep, typeStep } from './product.ts';
import { LEAVE, navigation, PAGE, PICK, productOf, type Step } from './step.ts';

/** `/buy`: one question after the other in the same message, and then an offer. */
export function onBuy(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'buy', (ctx) => ask(ctx, newDraft(ctx)));
  BEGIN.on(dialogue, async (ctx, tier) => {
    const draft = newDraft(ctx);
    await take(ctx, draft, tier);
    await ask(ctx, draft);
  });
  PICK.on(dialogue, async (ctx, id, step, _pick, answer) => {
    const draft = await draftAt(ctx, id, step);
    if (!draft) return;
    const wrong = await take(ctx, draft, answer);
    if (wrong) await ctx.say(wrong);
    else await ask(ctx, draft);
  });
  PAGE.on(dialogue, async (ctx, id, step, _page, page) => {
    const draft = await draftAt(ctx, id, step);
    if (draft) await ask(ctx, { ...draft, page });
  });
  LEAVE.on(dialogue, async (ctx, id, step, how) => {
    const draft = await draftAt(ctx, id, step);
    if (!draft) return;
    await withdraw(ctx, draft);
    if (how === 'cancel') {
      ctx.person.state = null;
      return ctx.show(ctx.texts.message('buy-cancelled'));
    }
    // A list that was narrowed is whole again first.
    if (draft.search === '') draft.step = await stepBefore(ctx, draft);
    await ask(ctx, { ...draft, page: 0, search: '' });
  });
  onTyped(dialogue, 'buy', async (ctx, text, draft) => {
    const wrong = await take(ctx, draft, text);
    if (wrong) return ctx.say(wrong);
    // The answer comes below what was typed; the buttons above it have had their time.
    const { messageId, ...rest } = draft;
    if (messageId !== undefined) await ctx.api.editMessageReplyMarkup(ctx.person.userId, messageId);
    await ask(ctx, rest);
  });
  AGAIN.on(dialogue, async (ctx, orderId) => {
    const { text, rows } = await offerPurchase(ctx, await sameAs(ctx, orderId), 0);
    await ctx.show(text, rows);
  });
}

function newDraft({ update }: BotContext): PurchaseDraft {
  // No other purchase has it, so that buttons of an earlier one are known to be too old.
  const id = update.update_id.toString(36);
  return { id, step: 'tier', options: {}, page: 0, search: '' };
}

/**
 * What is drafted, for a button of the step that the purchase is at. One of an earlier step shows the present
 * one again, and one of another purchase is too old: then there is nothing more to do.
 */
async function draftAt(ctx: BotContext, id: string, step: BuyStep): Promise<PurchaseDraft | undefined> {
  const { state } = ctx.person;
  if (state?.awaits !== 'buy' || state.id !== id)
    return void (await ctx.say(ctx.texts.message('old-button')));
  const message = ctx.callbackQuery?.message;
  const draft = { ...state, ...(message && { messageId: message.message_id }) };
  return draft.step === step ? draft : void (await ask(ctx, draft));
}

/** Has the step take an answer. What is wrong with it leaves the draft as it was. */
async function take(ctx: BotContext, draft: PurchaseDraft, answer: string) {
  const before: BuyStep = draft.step;
  const wrong = await STEPS[before].take(ctx, draft, answer);
  if (draft.step !== before) Object.assign(draft, { page: 0, search: '' });
  return wrong;
}

async function ask(ctx: BotContext, draft: PurchaseDraft): Promise<void> {
  const { text, rows } = await STEPS[draft.step].ask(ctx, draft);
  ctx.person.state = { awaits: 'buy', ...draft };
  await ctx.show(text, [...rows, navigation(ctx, draft)]);
}

/** The last step: its buttons are those of the offer, so that it takes no answer itself. */
const offerStep: Step = {
  async ask(ctx, draft) {
    await withdraw(ctx, draft);
    const { token, text, rows } = await offerPurchase(ctx, await drafted(ctx, draft), 0);
    draft.offer = token;
    return { text, rows };
  },
  async take(ctx) {
    return ctx.texts.message('press-button');
  },
};

const STEPS: Readonly<Record<BuyStep, Step>> = {
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

const BEFORE: Readonly<Record<Exclude<BuyStep, 'offer'>, BuyStep>> = {
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
async function stepBefore(ctx: BotContext, draft: PurchaseDraft): Promise<BuyStep> {
  if (draft.step !== 'offer') return BEFORE[draft.step];
  const { billing, maxQuantity } = await productOf(ctx, draft);
  if (billing === 'per_gb') return 'options';
  return maxQuantity > 1 ? 'quantity' : 'country';
}

/** Takes back what was offered for the draft before, unless it was bought. */
async function withdraw(ctx: BotContext, draft: PurchaseDraft): Promise<void> {
  const { database, resellerId } = ctx;
  if (draft.offer !== undefined) await withdrawOffer(database.sql, { token: draft.offer, resellerId });
  delete draft.offer;
}

async function drafted(ctx: BotContext, draft: PurchaseDraft): Promise<OfferDrafts['purchase']> {
  const { billing } = await productOf(ctx, draft);
  const { tier = '', type = '', period = '', country = '', quantity = 1, options } = draft;
  const same = { tier, type, period, country };
  return billing === 'per_gb' ? { ...same, quantity: 1, options } : { ...same, quantity };
}
