import type { ProductType } from '../../../catalog/catalog.ts';
import { MAX_TEXT_UNITS } from '../../texts/html.ts';
import type { BotContext } from '../context.ts';
import { findByText } from '../find-by-text.ts';
import { inRows } from '../rows.ts';
import { answerButton, productOf, type Step, viewOf } from './step.ts';

/** The tiers with what of them is sold now. */
async function soldBy(ctx: BotContext): Promise<{ id: string; name: string; types: ProductType[] }[]> {
  const tiers = await ctx.catalog();
  return tiers
    .map(({ id, name, types }) => ({ id, name, types: types.filter(ctx.isOnSale) }))
    .filter(({ types }) => types.length > 0);
}

/** The only item that an answer stands for. */
function onlyOne<Item extends { id: string; name: string }>(
  items: readonly Item[],
  answer: string,
): Item | undefined {
  const named = items.map((item) => ({ code: item.id, names: [item.name], item }));
  const found = findByText(named, answer);
  return found.length === 1 ? found[0]?.item : undefined;
}

export const tierStep: Step = {
  async ask(ctx, draft) {
    const { tier, tierButton, nothingOnSale } = ctx.texts.buy;
    const sold = await soldBy(ctx);
    const buttons = sold.map(({ id, name }) => answerButton(draft, tierButton(name), id));
    return { text: sold.length > 0 ? tier() : nothingOnSale(), rows: inRows(buttons, 2) };
  },
  async take(ctx, draft, answer) {
    const tier = onlyOne(await soldBy(ctx), answer);
    if (!tier) return ctx.texts.buy.pressButton();
    draft.tier = tier.id;
    draft.step = 'type';
    return undefined;
  },
};

export const typeStep: Step = {
  async ask(ctx, draft) {
    const { type, typeButton } = ctx.texts.buy;
    const types = await typesOf(ctx, draft.tier);
    const buttons = types.map(({ id, name, periods }) => {
      const [least = 0n] = periods
        .map(({ retailPrice }) => retailPrice)
        .sort((one, other) => (one < other ? -1 : 1));
      return answerButton(draft, typeButton(name, least), id);
    });
    const described = type(types);
    const text = described.text.length <= MAX_TEXT_UNITS ? described : type([]);
    return { text, rows: inRows(buttons, 1) };
  },
  async take(ctx, draft, answer) {
    const type = onlyOne(await typesOf(ctx, draft.tier), answer);
    if (!type) return ctx.texts.buy.pressButton();
    draft.type = type.id;
    // Types are sold in different countries, places and quantities.
    delete draft.country;
    delete draft.quantity;
    draft.step = 'period';
    return undefined;
  },
};

async function typesOf(ctx: BotContext, tier: string | undefined): Promise<ProductType[]> {
  return (await soldBy(ctx)).find(({ id }) => id === tier)?.types ?? [];
}

export const periodStep: Step = {
  async ask(ctx, draft) {
    const { period, periodButton } = ctx.texts.buy;
    const product = await productOf(ctx, draft);
    const { tier = '', type = '' } = draft;
    const buttons = product.periods.map((one) =>
      answerButton(draft, periodButton(one, one.retailPrice), one.id),
    );
    const view = await viewOf(ctx, { tier, type });
    return { text: period(view, product.billing === 'per_gb'), rows: inRows(buttons, 2) };
  },
  async take(ctx, draft, answer) {
    const product = await productOf(ctx, draft);
    const period = onlyOne(product.periods, answer);
    if (!period) return ctx.texts.buy.pressButton();
    draft.period = period.id;
    draft.step = 'country';
    return undefined;
  },
};
