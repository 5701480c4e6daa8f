import type { ProductType } from '../../catalog/catalog.ts';
import { countriesOf } from '../../catalog/countries.ts';
import { OutOfStockError } from '../../catalog/errors.ts';
import { selectWatches, unwatchStock, watchStock } from '../../catalog/stock-watches.ts';
import type { Sql } from '../../kit/database.ts';
import type { BotContext } from '../dialogues/context.ts';
import { countryNames, findByText, inRows, type Listed, numberIn, pagedRows } from '../dialogues/lists.ts';
import { viewOf } from '../dialogues/offer.ts';
import type { PurchaseDraft } from '../people/state.ts';
import { MAX_TEXT_UNITS } from '../texts/html.ts';
import { answerButton, pagingOf, productOf, type Step, takeListed } from './step.ts';

export const tierStep: Step = {
  async ask(ctx, draft) {
    const sold = await soldBy(ctx);
    const buttons = sold.map(({ id, name }) => answerButton(draft, name, id));
    return {
      text: ctx.texts.message(sold.length > 0 ? 'buy-tier' : 'nothing-on-sale'),
      rows: inRows(buttons, 2),
    };
  },
  async take(ctx, draft, answer) {
    const tier = onlyOne(await soldBy(ctx), answer);
    if (!tier) return ctx.texts.message('press-button');
    draft.tier = tier.id;
    draft.step = 'type';
    return undefined;
  },
};

export const typeStep: Step = {
  async ask(ctx, draft) {
    const { texts } = ctx;
    const types = await typesOf(ctx, draft.tier);
    const buttons = types.map(({ id, name, periods }) => {
      const [least = 0n] = periods
        .map(({ retailPrice }) => retailPrice)
        .sort((one, other) => (one < other ? -1 : 1));
      return answerButton(draft, texts.label('buy-type-button', { name, price: least }), id);
    });
    const lines = types.map((one) => texts.typeLine(one));
    const described = texts.message('buy-type', { types: lines });
    const text =
      described.text.length <= MAX_TEXT_UNITS ? described : texts.message('buy-type', { types: [] });
    return { text, rows: inRows(buttons, 1) };
  },
  async take(ctx, draft, answer) {
    const type = onlyOne(await typesOf(ctx, draft.tier), answer);
    if (!type) return ctx.texts.message('press-button');
    draft.type = type.id;
    // Types are sold in different countries, places and quantities.
    delete draft.country;
    delete draft.quantity;
    draft.step = 'period';
    return undefined;
  },
};

async function soldBy(ctx: BotContext): Promise<{ id: string; name: string; types: ProductType[] }[]> {
  const tiers = await ctx.catalog();
  return tiers
    .map(({ id, name, types }) => ({ id, name, types: types.filter(ctx.isOnSale) }))
    .filter(({ types }) => types.length > 0);
}

async function typesOf(ctx: BotContext, tier: string | undefined): Promise<ProductType[]> {
  return (await soldBy(ctx)).find(({ id }) => id === tier)?.types ?? [];
}

function onlyOne<Item extends { id: string; name: string }>(
  items: readonly Item[],
  answer: string,
): Item | undefined {
  const named = items.map((item) => ({ code: item.id, names: [item.name], item }));
  const found = findByText(named, answer);
  return found.length === 1 ? found[0]?.item : undefined;
}

export const periodStep: Step = {
  async ask(ctx, draft) {
    const { texts } = ctx;
    const product = await productOf(ctx, draft);
    const { tier = '', type = '' } = draft;
    const buttons = product.periods.map((one) =>
      answerButton(draft, `${texts.volume(one)}, ${texts.usd(one.retailPrice)}`, one.id),
    );
    const chosen = texts.purchase(await viewOf(ctx, { tier, type }));
    const isTraffic = product.billing === 'per_gb';
    return { text: texts.message('buy-period', { chosen, isTraffic }), rows: inRows(buttons, 2) };
  },
  async take(ctx, draft, answer) {
    const product = await productOf(ctx, draft);
    const period = onlyOne(product.periods, answer);
    if (!period) return ctx.texts.message('press-button');
    draft.period = period.id;
    draft.step = 'country';
    return undefined;
  },
};

export const countryStep: Step = {
  async ask(ctx, draft) {
    const { tier = '', type = '', period = '', search } = draft;
    const countries = findByText(await readCountries(ctx, await productOf(ctx, draft)), search);
    const rows = pagedRows(ctx.texts, pagingOf(draft), countries, ({ code, available }) =>
      answerButton(draft, ctx.texts.countryButton(flagOf(code), code, available), code),
    );
    const how =
      search === '' ? ctx.texts.message('list-country') : ctx.texts.message('list-found', { search });
    const chosen = ctx.texts.purchase(await viewOf(ctx, { tier, type, period }));
    return { text: ctx.texts.message('buy-country', { chosen, how }), rows };
  },
  async take(ctx, draft, answer) {
    const product = await productOf(ctx, draft);
    const choose = ({ code }: SoldCountry) => chooseCountry(draft, code, product);
    return takeListed(ctx, draft, { items: await readCountries(ctx, product), answer, choose });
  },
};

interface SoldCountry extends Listed {
  available: number;
}

/** Countries by what most buyers of proxies ask for. */
const ASKED_FOR = ['US', 'DE', 'GB', 'NL', 'FR', 'RU', 'CA', 'PL'] as const;

/** The countries that come first: of which the person has bought most of this type, and then ASKED_FOR. */
async function firstCountries(ctx: BotContext, { tier, id: type }: ProductType): Promise<string[]> {
  const bought = await ctx.database.sql
    .selectFrom('order_groups')
    .select('country')
    .where('reseller_id', '=', ctx.resellerId)
    .where('tier', '=', tier)
    .where('type', '=', type)
    .groupBy('country')
    .orderBy(({ fn }) => fn.sum('count'), 'desc')
    .limit(ASKED_FOR.length)
    .execute();
  const codes = new Set([...bought.map(({ country }) => country), ...ASKED_FOR]);
  return [...codes].slice(0, ASKED_FOR.length);
}

/** Where something is free: the countries that come first, and then by name in the person's language. */
async function readCountries(ctx: BotContext, product: ProductType): Promise<SoldCountry[]> {
  const first = await firstCountries(ctx, product);
  const placeOf = (code: string) => (first.includes(code) ? first.indexOf(code) : first.length);
  const countries = await ctx.outside('countries', (services) => countriesOf(services, product));
  const sorted = countries
    .filter(({ available }) => available > 0)
    .map(({ code, name, available }) => ({
      code,
      available,
      names: [ctx.texts.countryName(code), name, ...countryNames(code)],
    }))
    .sort(
      ({ code: one, names: [name = ''] }, { code: other, names: [otherName = ''] }) =>
        placeOf(one) - placeOf(other) || name.localeCompare(otherName, ctx.person.language),
    );
  if (product.billing === 'per_proxy') return sorted;
  const all = sorted.reduce((sum, { available }) => sum + available, 0);
  return [{ code: 'ANY', available: all, names: [ctx.texts.countryName('ANY')] }, ...sorted];
}

function chooseCountry(draft: PurchaseDraft, country: string, { billing, maxQuantity }: ProductType): void {
  // Places of another country are none of this one.
  if (country !== draft.country) {
    const { session, stickyMinutes, protocol } = draft.options;
    draft.options = { session, stickyMinutes, protocol };
  }
  draft.country = country;
  if (billing === 'per_gb') draft.step = 'options';
  else draft.step = maxQuantity > 1 ? 'quantity' : 'offer';
}

function flagOf(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  const toIndicator = (letter: string) => 0x1f1e6 + letter.charCodeAt(0) - 'A'.charCodeAt(0);
  return String.fromCodePoint(...[...code].map(toIndicator));
}

const QUANTITIES = [1, 2, 3, 5, 10, 20, 30, 50];
/** What the buttons answer that have a stock watched: fewer than may be bought at once are few. */
const [WATCH, UNWATCH] = ['watch', 'unwatch'];

export const quantityStep: Step = {
  async ask(ctx, draft) {
    const { most, available } = await limitsOf(ctx, draft);
    const offered = QUANTITIES.filter((quantity) => quantity <= Math.min(most, available));
    const buttons = offered.map((quantity) => answerButton(draft, String(quantity), String(quantity)));
    const { quantity: _, ...before } = draft;
    const chosen = ctx.texts.purchase(await viewOf(ctx, before));
    const text = ctx.texts.message('buy-quantity', { chosen, most: String(most), available });
    const isWatched = (await watchOf(ctx, ctx.database.sql, draft)) !== undefined;
    const label = ctx.texts.label('buy-watch-button', { isWatched, below: String(most) });
    return { text, rows: [...inRows(buttons, 4), [answerButton(draft, label, isWatched ? UNWATCH : WATCH)]] };
  },
  async take(ctx, draft, answer) {
    const { most, available } = await limitsOf(ctx, draft);
    if (answer === WATCH || answer === UNWATCH) return void (await setWatched(ctx, draft, answer, most));
    const quantity = numberIn(answer, most);
    if (quantity === undefined) return ctx.texts.message('bad-number', { most: String(most) });
    if (quantity > available) return ctx.texts.refusal(new OutOfStockError(available));
    draft.quantity = quantity;
    draft.step = 'offer';
    return undefined;
  },
};

async function limitsOf(ctx: BotContext, draft: PurchaseDraft): Promise<{ most: number; available: number }> {
  const product = await productOf(ctx, draft);
  const countries = await readCountries(ctx, product);
  const available = countries.find(({ code }) => code === draft.country)?.available ?? 0;
  return { most: product.maxQuantity, available };
}

async function watchOf(ctx: BotContext, db: Sql, { tier, type, country }: PurchaseDraft) {
  const watches = await selectWatches(db, { resellerIds: [ctx.resellerId] });
  return watches.find((one) => one.tier === tier && one.type === type && one.country === country);
}

async function setWatched(
  ctx: BotContext,
  draft: PurchaseDraft,
  answer: string,
  below: number,
): Promise<void> {
  const { tier = '', type = '', country = '' } = draft;
  await ctx.outside(answer, async (services) => {
    const { sql } = services.database;
    const watch = await watchOf(ctx, sql, draft);
    // After a crash it is done again.
    if (answer === WATCH && !watch)
      await watchStock(services, ctx.buyer, { tier, type, country, below, at: ctx.now });
    if (answer === UNWATCH && watch) await unwatchStock(sql, ctx.resellerId, watch.id);
  });
}
