import { GEO_FIELDS, type GeoField, MAX_STICKY_MINUTES } from '../../luxury/settings.ts';
import type { BotContext } from '../dialogues/context.ts';
import { inRows, numberIn, placeRows, placesOf, withPlace } from '../dialogues/lists.ts';
import { viewOf } from '../dialogues/offer.ts';
import type { Buttons } from '../outgoing/outbox.ts';
import type { PurchaseDraft } from '../people/state.ts';
import { answerButton, optionsView, pagingOf, productOf, type Step, takeListed } from './step.ts';

/** What the options' own buttons answer. Those of places and minutes name the step that asks for them. */
const SESSIONS = ['rotating', 'sticky'] as const;
const PROTOCOLS = ['http', 'socks5', 'both'] as const;
const CHOSEN = '✓ ';

/** Luxury: session, protocol and place on one screen, which every choice comes back to. */
export const optionsStep: Step = {
  async ask(ctx, draft) {
    const product = await productOf(ctx, draft);
    const { country = 'ANY' } = draft;
    const options = await optionsView(ctx, product, country, draft.options);
    const { texts } = ctx;
    const choice = (values: readonly string[], present: string) =>
      values.map((value) => {
        const label = `${value === present ? CHOSEN : ''}${texts.label('buy-option-button', { value })}`;
        return answerButton(draft, label, value);
      });
    const rows: Buttons = [choice(SESSIONS, options.session)];
    if (options.session === 'sticky')
      rows.push([
        answerButton(draft, texts.label('buy-minutes-button', { minutes: options.stickyMinutes }), 'minutes'),
      ]);
    rows.push(choice(PROTOCOLS, options.protocol));
    if (country !== 'ANY') {
      const places = GEO_FIELDS.map((field) =>
        answerButton(draft, `${texts.setting(field)}: ${options.places[field] ?? texts.label('any')}`, field),
      );
      rows.push(...inRows(places, 2));
    }
    rows.push([answerButton(draft, texts.label('button-next'), 'offer')]);
    const chosen = texts.purchase(await viewOf(ctx, draft));
    return { text: texts.message('buy-options', { chosen, options: texts.options(options) }), rows };
  },
  async take(ctx, draft, answer) {
    const session = SESSIONS.find((one) => one === answer);
    const protocol = PROTOCOLS.find((one) => one === answer);
    const steps = ['minutes', 'offer', ...(draft.country === 'ANY' ? [] : GEO_FIELDS)] as const;
    const step = steps.find((one) => one === answer);
    if (step === 'offer' && !(await hasAddresses(ctx, draft))) return ctx.texts.message('no-addresses');
    if (session) draft.options = { ...draft.options, session };
    else if (protocol) draft.options = { ...draft.options, protocol };
    else if (step) draft.step = step;
    else return ctx.texts.message('press-button');
    return undefined;
  },
};

/** Each place may exist, and no address be in all of them: then there is nothing to buy. */
async function hasAddresses(ctx: BotContext, draft: PurchaseDraft): Promise<boolean> {
  const { country = 'ANY', options } = draft;
  const { addresses } = await optionsView(ctx, await productOf(ctx, draft), country, options);
  return addresses.addresses > 0;
}

const MINUTES = [1, 5, 10, 30, 60, MAX_STICKY_MINUTES];

export const minutesStep: Step = {
  async ask(ctx, draft) {
    const { texts } = ctx;
    const buttons = MINUTES.map((one) =>
      answerButton(draft, texts.label('minutes', { minutes: one }), String(one)),
    );
    return { text: texts.message('buy-minutes', { most: MAX_STICKY_MINUTES }), rows: inRows(buttons, 3) };
  },
  async take(ctx, draft, answer) {
    const stickyMinutes = numberIn(answer, MAX_STICKY_MINUTES);
    if (stickyMinutes === undefined)
      return ctx.texts.message('bad-number', { most: String(MAX_STICKY_MINUTES) });
    draft.options = { ...draft.options, stickyMinutes };
    draft.step = 'options';
    return undefined;
  },
};

/** The answer that takes any place; the lists have no such code. */
const ANY = '*';

/** A choice from the upstream's list of states, cities, ZIP codes or providers. */
export function placeStep(field: GeoField): Step {
  async function readPlaces(ctx: BotContext, draft: PurchaseDraft) {
    const product = await productOf(ctx, draft);
    const { country = 'ANY', options } = draft;
    return ctx.outside(`geo:${field}`, (services) => placesOf(services, product, field, country, options));
  }

  return {
    async ask(ctx, draft) {
      const { search } = draft;
      const toButton = (label: string, code: string) => answerButton(draft, label, code);
      const list = { search, any: ANY, toButton, ...pagingOf(draft) };
      const rows = placeRows(ctx.texts, await readPlaces(ctx, draft), list);
      return { text: ctx.texts.places(field, search), rows };
    },
    async take(ctx, draft, answer) {
      const choose = ({ code }: { code: string | null }) => {
        draft.options = { ...draft.options, ...withPlace(field, code) };
        draft.step = 'options';
      };
      if (answer !== ANY)
        return takeListed(ctx, draft, { items: await readPlaces(ctx, draft), answer, choose });
      choose({ code: null });
      return undefined;
    },
  };
}
