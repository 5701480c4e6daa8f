import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import { type ProductType, productIn } from '../../catalog/catalog.ts';
import { UnknownProductError } from '../../catalog/errors.ts';
import { productName } from '../../purchases/movement-text.ts';
import type { Html } from '../texts/html.ts';
import type { PurchaseView } from '../texts/purchase-view.ts';
import type { BotContext } from '../dialogues/context.ts';
import type { Paging } from '../dialogues/buttons.ts';
import type { Draft, StepName } from '../people/state.ts';

/** What a step asks, and the buttons that answer it. */
interface Question {
  text: Html;
  rows: InlineKeyboardButton[][];
}

export interface Step {
  ask(ctx: BotContext, draft: Draft): Promise<Question>;
  /**
   * Takes an answer, pressed or typed, and goes on to another step, or stays and narrows a list. Returns what
   * is wrong with it, and then has changed nothing.
   */
  take(ctx: BotContext, draft: Draft, answer: string): Promise<Html | undefined>;
}

/** The data of a button that answers the step: at most 64 bytes when the answer has at most 32. */
export const answerData = ({ id, step }: Draft, answer: string) => `buy:${id}:${step}:pick:${answer}`;

export function answerButton(draft: Draft, label: string, answer: string): InlineKeyboardButton {
  return InlineKeyboard.text(label, answerData(draft, answer));
}

/** The page of the step's list. */
export function pagingOf({ id, step, page }: Draft): Paging {
  return { page, toPage: (other) => `buy:${id}:${step}:page:${other}` };
}

/** Has the step show what a text stands for, when that is more than one item of its list. */
export function narrow(draft: Draft, search: string): void {
  draft.search = search;
  draft.page = 0;
}

/** The chosen type. Throws UnknownProductError, also when it is not sold any more. */
export async function productOf(ctx: BotContext, { tier = '', type = '' }: Draft): Promise<ProductType> {
  const product = productIn(await ctx.catalog(), tier, type);
  if (!product || !ctx.isOnSale(product)) throw new UnknownProductError(tier, type);
  return product;
}

interface Chosen {
  tier?: string | undefined;
  type?: string | undefined;
  period?: string | undefined;
  country?: string | undefined;
  quantity?: number | undefined;
}

/** What is chosen so far, for texts. What has left the catalog meanwhile is missing. */
export async function viewOf(
  ctx: Pick<BotContext, 'catalog'>,
  { tier, type, period: periodId, country, quantity }: Chosen,
): Promise<PurchaseView> {
  const catalog = await ctx.catalog();
  const product = tier && type ? productIn(catalog, tier, type) : undefined;
  const period = product?.periods.find(({ id }) => id === periodId);
  return {
    ...(tier && type && { product: productName(catalog, tier, type) }),
    ...(period && { volume: period }),
    ...(country && { country }),
    ...(quantity && product?.billing === 'per_proxy' && { quantity }),
  };
}

/** What every step has below its own buttons. */
export function navigation(ctx: BotContext, { id, step }: Draft): InlineKeyboardButton[] {
  const { back, cancel } = ctx.texts.buttons;
  const cancelling = InlineKeyboard.text(cancel, `buy:${id}:${step}:cancel`);
  return step === 'tier' ? [cancelling] : [InlineKeyboard.text(back, `buy:${id}:${step}:back`), cancelling];
}

const BEFORE: Readonly<Record<Exclude<StepName, 'offer'>, StepName>> = {
  tier: 'tier',
  type: 'tier',
  period: 'type',
  country: 'period',
  quantity: 'country',
  options: 'country',
  minutes: 'options',
  state: 'options',
  city: 'options',
  zip: 'options',
  asn: 'options',
};

/** The step that was before. Throws UnknownProductError. */
export async function stepBefore(ctx: BotContext, draft: Draft): Promise<StepName> {
  if (draft.step !== 'offer') return BEFORE[draft.step];
  const { billing, maxQuantity } = await productOf(ctx, draft);
  if (billing === 'per_gb') return 'options';
  return maxQuantity > 1 ? 'quantity' : 'country';
}

/**
 * An offer that takes the place of another one: the purchase that led to that one goes on with it. Returns
 * the buttons by which it does; none when the person does something else by now.
 */
export function follow(ctx: BotContext, before: string, offer: string): InlineKeyboardButton[][] {
  const { state } = ctx.person;
  if (state?.awaits !== 'buy' || state.offer !== before) return [];
  state.offer = offer;
  return [navigation(ctx, state)];
}
