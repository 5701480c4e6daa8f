import type { TermUpstream } from '../term.ts';
import { countAnswer, countriesAnswer } from './answers.ts';
import { failure, type Px6Call, unlessGone } from './api-call.ts';
import { productOf, versionOf } from './products.ts';

/** ISO 3166 has 249 codes; a longer list is no list of countries. */
const MAX_COUNTRIES = 249;

/** PX6 lists the countries of a product in one call, and counts one country per call. */
export function createStockReads(call: Px6Call): Pick<TermUpstream, 'stockOf' | 'countriesOf' | 'available'> {
  return {
    stockOf: (product) => productOf(product).stock,

    async countriesOf(stock, priority) {
      const { list } = await call('getcountry', { version: versionOf(stock) }, countriesAnswer, { priority });
      const codes = list.filter((code) => /^[a-z]{2}$/i.test(code)).map((code) => code.toUpperCase());
      if (codes.length > MAX_COUNTRIES) throw failure('unknown', 'getcountry', 'too many countries');
      return [...new Set(codes)];
    },

    async available(stock, country, priority) {
      const params = { country: country.toLowerCase(), version: versionOf(stock) };
      const { count } = await unlessGone(call('getcount', params, countAnswer, { priority }), { count: 0 });
      return count;
    },
  };
}
