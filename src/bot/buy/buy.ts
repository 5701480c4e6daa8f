import { Composer, InlineKeyboard } from 'grammy';
import type { BotContext } from '../dialogues/context.ts';
import { onOpen, onTyped } from '../dialogues/buttons.ts';
import type { Draft, StepName } from '../people/state.ts';
import { navigation, stepBefore, productOf, type Step } from './draft.ts';
import { type Drafts, withdrawOffer } from '../offers.ts';
import { countryStep, periodStep, tierStep, typeStep, quantityStep } from './product.ts';
import { minutesStep, optionsStep, placeStep } from './options.ts';
import { offerPurchase } from './offer.ts';

/** `/buy`: one question after the other in the same message, and then an offer. */
export function buyDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'buy', async (ctx) => {
    // No other purchase has it, so that buttons of an earlier one are known to be too old.
    const id = ctx.update.update_id.toString(36);
    const draft: Draft = { id, step: 'tier', options: {}, page: 0, search: '' };
    await ask(ctx, draft);
  });
  onPress(dialogue, 'pick:(.{1,32})', async (ctx, draft, answer) => {
    const wrong = await take(ctx, draft, answer);
    if (wrong) await ctx.say(wrong);
    else await ask(ctx, draft);
  });
  onPress(dialogue, 'page:(\\d{1,4})', async (ctx, draft, page) => {
    draft.page = Number(page);
    await ask(ctx, draft);
  });
  onPress(dialogue, 'back', async (ctx, draft) => {
    await withdraw(ctx, draft);
    // A list that was narrowed is whole again first.
    if (draft.search === '') draft.step = await stepBefore(ctx, draft);
    await ask(ctx, { ...draft, page: 0, search: '' });
  });
  onPress(dialogue, 'cancel', async (ctx, draft) => {
    await withdraw(ctx, draft);
    ctx.person.state = null;
    await ctx.show(ctx.texts.buy.cancelled());
  });
  onTyped(dialogue, 'buy', async (ctx, text, draft) => {
    const wrong = await take(ctx, draft, text);
    if (wrong) return ctx.say(wrong);
    // The answer comes below what was typed; the buttons above it have had their time.
    const { messageId, ...rest } = draft;
    if (messageId !== undefined) await ctx.api.editMessageReplyMarkup(ctx.person.userId, messageId);
    await ask(ctx, rest);
  });
  return dialogue;
}

/** A button of the step that the purchase is at. One of an earlier step shows the present one again. */
function onPress(
  dialogue: Composer<BotContext>,
  action: string,
  run: (ctx: BotContext, draft: Draft, value: string) => Promise<void>,
): void {
  dialogue.callbackQuery(new RegExp(`^buy:(\\w+):(\\w+):${action}$`), async (ctx, next) => {
    const { state } = ctx.person;
    const [, id, step, value = ''] = ctx.match;
    if (state?.awaits !== 'buy' || state.id !== id) return next();
    const { message } = ctx.callbackQuery;
    const draft = { ...state, ...(message && { messageId: message.message_id }) };
    if (draft.step === step) await run(ctx, draft, value);
    else await ask(ctx, draft);
  });
}

/** Has the step take an answer. What is wrong with it leaves the draft as it was. */
async function take(ctx: BotContext, draft: Draft, answer: string) {
  const before: StepName = draft.step;
  const wrong = await STEPS[before].take(ctx, draft, answer);
  if (draft.step !== before) Object.assign(draft, { page: 0, search: '' });
  return wrong;
}

async function ask(ctx: BotContext, draft: Draft): Promise<void> {
  const { text, rows } = await STEPS[draft.step].ask(ctx, draft);
  ctx.person.state = { awaits: 'buy', ...draft };
  await ctx.show(text, InlineKeyboard.from([...rows, navigation(ctx, draft)]));
}

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

const STEPS: Readonly<Record<StepName, Step>> = {
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
async function withdraw(ctx: BotContext, draft: Draft): Promise<void> {
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
