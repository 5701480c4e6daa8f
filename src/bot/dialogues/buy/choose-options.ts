import type { InlineKeyboardButton } from 'grammy/types';
import { GEO_FIELDS, MAX_STICKY_MINUTES } from '../../../luxury/settings.ts';
import type { BotContext } from '../context.ts';
import { inRows } from '../rows.ts';
import { numberIn } from './choose-quantity.ts';
import type { Draft } from '../../people/state.ts';
import { optionsView } from './luxury-options.ts';
import { answerButton, productOf, type Step, viewOf } from './step.ts';

/** Those that buttons offer. */
const MINUTES = [1, 5, 10, 30, 60, MAX_STICKY_MINUTES];
const CHOSEN = '✓ ';

/** What the options' own buttons answer. Those of places and minutes name the step that asks for them. */
const SESSIONS = ['rotating', 'sticky'] as const;
const PROTOCOLS = ['http', 'socks5', 'both'] as const;

/** Luxury: session, protocol and place on one screen, which every choice comes back to. */
export const optionsStep: Step = {
  async ask(ctx, draft) {
    const product = await productOf(ctx, draft);
    const { country = 'ANY' } = draft;
    const options = await optionsView(ctx, product, country, draft.options);
    const { optionButton } = ctx.texts.buy;
    const choice = <Value extends 'rotating' | 'sticky' | 'http' | 'socks5' | 'both'>(
      values: readonly Value[],
      present: Value,
    ) =>
      values.map((value) =>
        answerButton(draft, `${value === present ? CHOSEN : ''}${optionButton[value]}`, value),
      );
    const rows: InlineKeyboardButton[][] = [choice(SESSIONS, options.session)];
    if (options.session === 'sticky')
      rows.push([answerButton(draft, optionButton.minutes(options.stickyMinutes), 'minutes')]);
    rows.push(choice(PROTOCOLS, options.protocol));
    if (country !== 'ANY') {
      const places = GEO_FIELDS.map((field) =>
        answerButton(draft, optionButton.place(field, options.places[field]), field),
      );
      rows.push(...inRows(places, 2));
    }
    rows.push([answerButton(draft, optionButton.next, 'offer')]);
    return { text: ctx.texts.buy.options(await viewOf(ctx, draft), options), rows };
  },
  async take(ctx, draft, answer) {
    const session = SESSIONS.find((one) => one === answer);
    const protocol = PROTOCOLS.find((one) => one === answer);
    const steps = ['minutes', 'offer', ...(draft.country === 'ANY' ? [] : GEO_FIELDS)] as const;
    const step = steps.find((one) => one === answer);
    if (step === 'offer' && !(await hasAddresses(ctx, draft))) return ctx.texts.buy.noAddresses();
    if (session) draft.options = { ...draft.options, session };
    else if (protocol) draft.options = { ...draft.options, protocol };
    else if (step) draft.step = step;
    else return ctx.texts.buy.pressButton();
    return undefined;
  },
};

/** Each place may exist, and no address be in all of them: then there is nothing to buy. */
async function hasAddresses(ctx: BotContext, draft: Draft): Promise<boolean> {
  const { country = 'ANY', options } = draft;
  const { addresses } = await optionsView(ctx, await productOf(ctx, draft), country, options);
  return addresses.addresses > 0;
}

export const minutesStep: Step = {
  async ask(ctx, draft) {
    const { minutes, minutesButton } = ctx.texts.buy;
    const buttons = MINUTES.map((one) => answerButton(draft, minutesButton(one), String(one)));
    return { text: minutes(MAX_STICKY_MINUTES), rows: inRows(buttons, 3) };
  },
  async take(ctx, draft, answer) {
    const stickyMinutes = numberIn(answer, MAX_STICKY_MINUTES);
    if (stickyMinutes === undefined) return ctx.texts.buy.badNumber(MAX_STICKY_MINUTES);
    draft.options = { ...draft.options, stickyMinutes };
    draft.step = 'options';
    return undefined;
  },
};
