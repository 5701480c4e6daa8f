import type { InlineKeyboardButton } from 'grammy/types';
import { type ProductType, productIn } from '../../catalog/catalog.ts';
import { UnknownProductError } from '../../catalog/errors.ts';
import { countAddresses } from '../../catalog/geo.ts';
import {
  applyChange,
  defaultSettings,
  type LuxuryOptions,
  toAccountSettings,
} from '../../luxury/settings.ts';
import { buttonsOf, oneOf, whole, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { findByText, type Listed, type Paging, placeNames, searchOf } from '../dialogues/lists.ts';
import type { Buttons } from '../outgoing/outbox.ts';
import { BUY_STEPS, type PurchaseDraft } from '../people/state.ts';
import type { Html } from '../texts/html.ts';
import type { OptionsView } from '../texts/texts.ts';

/** One question of a purchase. */
export interface Step {
  /** What it asks, and the buttons that answer it. */
  ask(ctx: BotContext, draft: PurchaseDraft): Promise<{ text: Html; rows: Buttons }>;
  /**
   * Takes an answer, pressed or typed, and goes on to another step, or stays and narrows a list. Returns what
   * is wrong with it, and then has changed nothing.
   */
  take(ctx: BotContext, draft: PurchaseDraft, answer: string): Promise<Html | undefined>;
}

const AT = [word('\\w+'), oneOf(BUY_STEPS)] as const;
/** Data has at most 64 bytes when the answer has at most 32. */
export const PICK = buttonsOf('buy', ...AT, oneOf(['pick']), word('.{1,32}'));
export const PAGE = buttonsOf('buy', ...AT, oneOf(['page']), whole(4));
export const LEAVE = buttonsOf('buy', ...AT, oneOf(['back', 'cancel']));

export function answerButton({ id, step }: PurchaseDraft, label: string, answer: string) {
  return PICK.button(label, id, step, 'pick', answer);
}

export function navigation(ctx: BotContext, { id, step }: PurchaseDraft): InlineKeyboardButton[] {
  const { texts } = ctx;
  const cancelling = LEAVE.button(texts.label('button-cancel'), id, step, 'cancel');
  return step === 'tier'
    ? [cancelling]
    : [LEAVE.button(texts.label('button-back'), id, step, 'back'), cancelling];
}

export function pagingOf({ id, step, page }: PurchaseDraft): Paging {
  return { page, toPage: (other) => PAGE.dataOf(id, step, 'page', other) };
}

/** Takes an answer to a list: has the one item chosen that it stands for, or several be shown alone. */
export function takeListed<Item extends Listed>(
  ctx: BotContext,
  draft: PurchaseDraft,
  { items, answer, choose }: { items: readonly Item[]; answer: string; choose: (item: Item) => void },
): Html | undefined {
  const search = searchOf(answer);
  const [only, ...others] = search === '' ? [] : findByText(items, search);
  if (!only) return ctx.texts.message('list-empty', { search });
  if (others.length > 0) Object.assign(draft, { search, page: 0 });
  else choose(only);
  return undefined;
}

/** The chosen type. Throws UnknownProductError, also when it is not sold any more. */
export async function productOf(
  ctx: BotContext,
  { tier = '', type = '' }: PurchaseDraft,
): Promise<ProductType> {
  const product = productIn(await ctx.catalog(), tier, type);
  if (!product || !ctx.isOnSale(product)) throw new UnknownProductError(tier, type);
  return product;
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
    addresses: await countAddresses(services.geo, product, toAccountSettings(settings)),
    places: await placeNames(services, product, country, options),
  }));
  return { session, stickyMinutes, protocol, places, addresses };
}
