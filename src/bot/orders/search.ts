import { type Composer, InlineKeyboard } from 'grammy';
import { search } from '../../purchases/search.ts';
import { ORDER, openButton } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { cut, html } from '../texts/html.ts';
import { showOrder } from './orders.ts';

/** The most that one message shows of what was searched for. */
const MOST_SHOWN = 100;

/** A text that nothing has asked for is searched for, among what is the person's own. */
export function onSearch(dialogue: Composer<BotContext>): void {
  dialogue.on('message:text', async (ctx, next) => {
    if (ctx.message.text.startsWith('/')) return next();
    const { texts, resellerId, now } = ctx;
    const { text } = ctx.message;
    const { orders, keys, movements } = await ctx.outside('search', (services) =>
      search({ services, resellerId, text, now }),
    );
    const [order] = orders;
    if (order && orders.length + movements.length === 1) return showOrder(ctx, order.id);
    const typed = cut(text.trim(), MOST_SHOWN);
    if (orders.length + keys.length + movements.length === 0)
      return ctx.say(texts.message('search-none', { text: typed }));
    const catalog = await ctx.catalog();
    const lines = movements.map(
      (movement) =>
        html`${texts.date('day', movement.position / 1_000)}  <b>${texts.usd(movement.amount)}</b>  ${texts.movement(movement, catalog)}`,
    );
    const buttons = [
      ...orders.map((one) =>
        ORDER.button(texts.orderButton({ ...one, traffic: undefined }, catalog), 'show', one.id),
      ),
      ...keys.map(({ id, prefix }) => InlineKeyboard.text(`${prefix}…`, `key:show:${id}`)),
      ...(movements.length > 0 ? [openButton(texts.label('menu-balance'), 'balance')] : []),
    ];
    await ctx.say(
      texts.message('search-found', { text: typed, lines }),
      buttons.map((button) => [button]),
    );
  });
}
