import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { BotContext } from '../context.ts';
import type { Draft } from './draft.ts';

/** So many fit on the screen of a phone, with what stands around them. */
const ON_PAGE = 8;
/** An arrow where there is no page: a button has to have a text, and does nothing. */
const NO_PAGE = '·';

/** The buttons of one page of a list, and those that turn pages when there are several. */
export function pagedRows<Item>(
  ctx: BotContext,
  draft: Draft,
  items: readonly Item[],
  toButton: (item: Item) => InlineKeyboardButton,
): InlineKeyboardButton[][] {
  const last = Math.max(0, Math.ceil(items.length / ON_PAGE) - 1);
  const page = Math.min(draft.page, last);
  const shown = items.slice(page * ON_PAGE, (page + 1) * ON_PAGE).map((item) => [toButton(item)]);
  if (last === 0) return shown;
  const turn = (label: string, to: number) =>
    InlineKeyboard.text(to < 0 || to > last ? NO_PAGE : label, pageData(draft, clamped(to, last)));
  const place = InlineKeyboard.text(ctx.texts.buy.pages(page + 1, last + 1), pageData(draft, page));
  return [...shown, [turn('◀', page - 1), place, turn('▶', page + 1)]];
}

const pageData = ({ id, step }: Draft, page: number) => `buy:${id}:${step}:page:${page}`;
const clamped = (page: number, last: number) => Math.min(Math.max(page, 0), last);
