import type { GeoField } from '../../../luxury/settings.ts';
import type { BotContext } from '../context.ts';
import { findByText, searchOf } from '../find-by-text.ts';
import { placeRows, placesOf, withPlace } from '../places.ts';
import type { Draft } from '../../people/state.ts';
import { answerData, narrow, pagingOf, productOf, type Step } from './step.ts';

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
