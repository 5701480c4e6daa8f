import { type Composer, type MiddlewareFn, InlineKeyboard } from 'grammy';
import type { BotContext } from './context.ts';
import type { AwaitedState, State } from '../people/state.ts';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Texts } from '../texts/texts.ts';

/** The number of an order or of a key in the data of a button. */
export const ID_IN_BUTTON = '[1-9]\\d{0,14}';

/** The code of the button that does the same as a command. */
export const openButton = (command: string) => `open:${command}`;

/** Runs for a command and for its button. Both end what the person was asked before. */
export function onOpen(
  dialogue: Composer<BotContext>,
  command: string,
  show: MiddlewareFn<BotContext>,
): void {
  dialogue.command(command, show);
  dialogue.callbackQuery(openButton(command), (ctx, next) => {
    ctx.person.state = null;
    return show(ctx, next);
  });
}

/** Runs for a text that is typed while the person's state awaits it. */
export function onTyped<Name extends State['awaits']>(
  dialogue: Composer<BotContext>,
  name: Name,
  take: (ctx: BotContext, text: string, state: AwaitedState<Name>) => Promise<void>,
): void {
  dialogue.on('message:text', (ctx, next) => {
    const { state } = ctx.person;
    const { text } = ctx.message;
    return state?.awaits === name ? take(ctx, text.trim(), state as AwaitedState<Name>) : next();
  });
}

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
