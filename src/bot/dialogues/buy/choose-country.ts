import type { ProductType } from '../../../catalog/catalog.ts';
import { countriesOf } from '../../../catalog/countries.ts';
import { typedNamesOf } from '../../texts/country-names.ts';
import type { BotContext } from '../context.ts';
import { findByText, type Named, searchOf } from '../find-by-text.ts';
import { pagedRows } from '../rows.ts';
import type { Draft } from '../../people/state.ts';
import { answerButton, narrow, pagingOf, productOf, type Step, viewOf } from './step.ts';

interface SoldCountry extends Named {
  available: number;
}

/** The countries in which something is free, by their names in the person's language. */
export async function readCountries(ctx: BotContext, product: ProductType): Promise<SoldCountry[]> {
  const countries = await ctx.outside('countries', (services) => countriesOf(services, product));
  const { countryName } = ctx.texts.buy;
  const sorted = countries
    .filter(({ available }) => available > 0)
    .map(({ code, name, available }) => ({
      code,
      available,
      names: [countryName(code), name, ...typedNamesOf(code)],
    }))
    .sort(({ names: [one = ''] }, { names: [other = ''] }) => one.localeCompare(other, ctx.person.language));
  if (product.billing === 'per_proxy') return sorted;
  const all = sorted.reduce((sum, { available }) => sum + available, 0);
  return [{ code: 'ANY', available: all, names: [countryName('ANY')] }, ...sorted];
}

export const countryStep: Step = {
  async ask(ctx, draft) {
    const { country, countryButton } = ctx.texts.buy;
    const { tier = '', type = '', period = '', search } = draft;
    const countries = findByText(await readCountries(ctx, await productOf(ctx, draft)), search);
    const rows = pagedRows(ctx.texts, pagingOf(draft), countries, ({ code, available }) =>
      answerButton(draft, countryButton(flagOf(code), code, available), code),
    );
    return { text: country(await viewOf(ctx, { tier, type, period }), search), rows };
  },
  async take(ctx, draft, answer) {
    const product = await productOf(ctx, draft);
    const search = searchOf(answer);
    const found = search === '' ? [] : findByText(await readCountries(ctx, product), search);
    const [only, ...others] = found;
    if (!only) return ctx.texts.buy.nothingFits(search);
    if (others.length > 0) narrow(draft, search);
    else choose(draft, only.code, product);
    return undefined;
  },
};

function choose(draft: Draft, country: string, { billing, maxQuantity }: ProductType): void {
  // Places of another country are none of this one.
  if (country !== draft.country) {
    const { session, stickyMinutes, protocol } = draft.options;
    draft.options = { session, stickyMinutes, protocol };
  }
  draft.country = country;
  if (billing === 'per_gb') draft.step = 'options';
  else draft.step = maxQuantity > 1 ? 'quantity' : 'offer';
}

/** The flag of a country: its two letters as regional indicators. */
function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  const toIndicator = (letter: string) => 0x1f1e6 + letter.charCodeAt(0) - 'A'.charCodeAt(0);
  return String.fromCodePoint(...[...code].map(toIndicator));
}
