import type { CountryStock, TermUpstream } from '../term.ts';
import { countAnswer, countriesAnswer } from './answers.ts';
import { productOf } from './products.ts';
import { failure, type Px6Call, unlessGone } from './wire.ts';

/** ISO 3166 has 249 codes; a longer list is no list of countries. */
const MAX_COUNTRIES = 249;
/** As many as PX6 takes in a second; more at once would only wait for their turn while their time runs. */
const READS_AT_ONCE = 3;

/** PX6 counts one country at a time, so a product's stock takes a call for each; all of them let purchases go first. */
export function createStockReads(call: Px6Call): Pick<TermUpstream, 'stock' | 'available'> {
  async function stock(product: string): Promise<CountryStock[]> {
    const { version } = productOf(product);
    const { list } = await call('getcountry', { version }, countriesAnswer, 'background');
    const countries = list.filter((code) => /^[a-z]{2}$/i.test(code)).map((code) => code.toUpperCase());
    if (countries.length > MAX_COUNTRIES) throw failure('unknown', 'getcountry', 'too many countries');
    const result: CountryStock[] = [];
    for (let from = 0; from < countries.length; from += READS_AT_ONCE) {
      const some = countries.slice(from, from + READS_AT_ONCE);
      const reads = some.map(async (country) => ({ country, available: await available(product, country) }));
      result.push(...(await Promise.all(reads)));
    }
    return result;
  }

  async function available(product: string, country: string): Promise<number> {
    const { version } = productOf(product);
    const params = { country: country.toLowerCase(), version };
    const { count } = await unlessGone(call('getcount', params, countAnswer, 'background'), { count: 0 });
    return count;
  }

  return { stock, available };
}
