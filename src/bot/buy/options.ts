import type { InlineKeyboardButton } from 'grammy/types';
import { GEO_FIELDS, MAX_STICKY_MINUTES, type GeoField, applyChange, defaultSettings, type LuxuryOptions } from '../../luxury/settings.ts';
import type { BotContext } from '../dialogues/context.ts';
import { inRows } from '../dialogues/buttons.ts';
import { numberIn } from './product.ts';
import type { Draft } from '../people/state.ts';
import { answerButton, productOf, type Step, viewOf, answerData, narrow, pagingOf } from './draft.ts';
import { findByText, searchOf, placeRows, placesOf, withPlace, placeNames } from '../dialogues/places.ts';
import { type AddressCount, countAddresses } from '../../catalog/address-count.ts';
import type { ProductType } from '../../catalog/catalog.ts';
import { toAccountSettings } from '../../luxury/account-settings.ts';
import type { Services } from '../../purchases/services.ts';
import type { OptionsView } from '../texts/purchase-view.ts';

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

/** The answer that takes any place; the lists have no such code. */
const ANY = '*';

/** A choice from the upstream's list of states, cities, ZIP codes or providers. */
export function placeStep(field: GeoField): Step {
  async function readPlaces(ctx: BotContext, draft: Draft) {
    const product = await productOf(ctx, draft);
    const { country = 'ANY', options } = draft;
    return ctx.outside(`geo:${field}`, (services) => placesOf(services, product, field, country, options));
  }

  return {
    async ask(ctx, draft) {
      const { search } = draft;
      const toData = (code: string) => answerData(draft, code);
      const list = { search, any: ANY, toData, ...pagingOf(draft) };
      const rows = placeRows(ctx.texts, await readPlaces(ctx, draft), list);
      return { text: ctx.texts.buy.place(field, search), rows };
    },
    async take(ctx, draft, answer) {
      if (answer === ANY) {
        choose(draft, field, null);
        return undefined;
      }
      const search = searchOf(answer);
      const found = search === '' ? [] : findByText(await readPlaces(ctx, draft), search);
      const [only, ...others] = found;
      if (!only) return ctx.texts.buy.nothingFits(search);
      if (others.length > 0) narrow(draft, search);
      else choose(draft, field, only.code);
      return undefined;
    },
  };
}

function choose(draft: Draft, field: GeoField, code: string | null): void {
  draft.options = { ...draft.options, ...withPlace(field, code) };
  draft.step = 'options';
}

/** The options of a Luxury purchase in words, with how many addresses fit them. */
export async function optionsView(
  ctx: BotContext,
  product: ProductType,
  country: string,
  options: LuxuryOptions,
): Promise<OptionsView> {
  const settings = applyChange(defaultSettings(country), options);
  const { session, stickyMinutes, protocol } = settings;
  const { addresses, places } = await ctx.outside('options', async (services) => ({
    addresses: await countOf(services, product, settings),
    places: await placeNames(services, product, country, options),
  }));
  return { session, stickyMinutes, protocol, places, addresses };
}

function countOf(
  { geo }: Services,
  product: ProductType,
  settings: ReturnType<typeof defaultSettings>,
): Promise<AddressCount> {
  return countAddresses(geo, product, toAccountSettings(settings));
}
