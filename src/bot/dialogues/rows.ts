import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Texts } from '../texts/texts.ts';

/** So many fit on the screen of a phone, with what stands around them. */
const ON_PAGE = 8;
/** An arrow where there is no page: a button has to have a text, and does nothing. */
const NO_PAGE = '·';

export function inRows<Item>(items: readonly Item[], perRow: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / perRow) }, (_, i) =>
    items.slice(i * perRow, (i + 1) * perRow),
  );
}

/** Which page of a list is shown, from 0, and the data of the button that shows another one. */
export interface Paging {
  page: number;
  toPage(page: number): string;
}

/** The buttons of one page of a list, and those that turn pages when there are several. */
export function pagedRows<Item>(
  texts: Texts,
  paging: Paging,
  items: readonly Item[],
  toButton: (item: Item) => InlineKeyboardButton,
): InlineKeyboardButton[][] {
  const last = Math.max(0, Math.ceil(items.length / ON_PAGE) - 1);
  const page = Math.min(paging.page, last);
  const shown = items.slice(page * ON_PAGE, (page + 1) * ON_PAGE).map((item) => [toButton(item)]);
  if (last === 0) return shown;
  const turn = (label: string, to: number) =>
    InlineKeyboard.text(to < 0 || to > last ? NO_PAGE : label, paging.toPage(clamped(to, last)));
  const place = InlineKeyboard.text(texts.buy.pages(page + 1, last + 1), paging.toPage(page));
  return [...shown, [turn('◀', page - 1), place, turn('▶', page + 1)]];
}

const clamped = (page: number, last: number) => Math.min(Math.max(page, 0), last);
