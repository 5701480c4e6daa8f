import type { GeoField } from '../../../luxury/settings.ts';
import type { BotContext } from '../context.ts';
import type { Draft } from './draft.ts';
import { findByText, type Named, searchOf } from './find-by-text.ts';
import { placesOf } from './luxury-options.ts';
import { pagedRows } from './paged.ts';
import { answerButton, productOf, type Step } from './step.ts';

/** The answer that takes any place; the lists have no such code. */
const ANY = '*';
/** What fits into the data of a button with what stands before it. A longer code can be typed. */
const MAX_CODE_BYTES = 32;

interface Place extends Named {
  name: string;
  count: number;
}

/** A choice from the upstream's list of states, cities, ZIP codes or providers. */
export function placeStep(field: GeoField): Step {
  async function readPlaces(ctx: BotContext, draft: Draft): Promise<Place[]> {
    const product = await productOf(ctx, draft);
    const { country = 'ANY', options } = draft;
    const items = await ctx.outside(`geo:${field}`, (services) =>
      placesOf(services, product, field, country, options),
    );
    return items.map(({ code, name, count }) => ({ code, name, count, names: [name] }));
  }

  return {
    async ask(ctx, draft) {
      const { place, placeButton, anyPlace } = ctx.texts.buy;
      const places = findByText(await readPlaces(ctx, draft), draft.search).filter(
        ({ code }) => Buffer.byteLength(code) <= MAX_CODE_BYTES,
      );
      const rows = pagedRows(ctx, draft, places, ({ code, name, count }) =>
        answerButton(draft, placeButton(name, count), code),
      );
      return { text: place(field, draft.search), rows: [[answerButton(draft, anyPlace, ANY)], ...rows] };
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
      if (others.length === 0) {
        choose(draft, field, only.code);
      } else {
        draft.search = search;
        draft.page = 0;
      }
      return undefined;
    },
  };
}

/** Another state has other cities and ZIP codes, and another city other ZIP codes. */
function choose(draft: Draft, field: GeoField, code: string | null): void {
  const narrower = field === 'state' ? { city: null, zip: null } : field === 'city' ? { zip: null } : {};
  draft.options = { ...draft.options, ...narrower, [field]: code };
  draft.step = 'options';
}
