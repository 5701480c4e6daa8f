import type { Composer } from 'grammy';
import { InlineKeyboard } from 'grammy';
import { search, searchFlaw } from '../../purchases/search.ts';
import { ORDER, openButton } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { cut, type Html, html } from '../texts/html.ts';
import { showOrder } from './orders.ts';

/** The most that one message shows of what was searched for. */
const MOST_SHOWN = 100;
/** As many as a phone shows at once. */
const MOST_HITS = 8;

/** A text that nothing has asked for is searched for, among what is the person's own. */
export function onSearch(dialogue: Composer<BotContext>): void {
  dialogue.on('message:text', async (ctx, next) => {
    const { text } = ctx.message;
    if (text.startsWith('/') || searchFlaw(text) !== undefined) return next();
    const { texts, resellerId, now } = ctx;
    const hits = await ctx.outside('search', (services) =>
      search({ services, resellerId, now, limit: MOST_HITS }, text),
    );
    const [first, ...others] = hits;
    const wanted = text.trim();
    // A whole number names one order, whatever others begin so; the beginning of one names none.
    const isOne =
      first?.match === 'order_number' ? /\d+$/.exec(wanted)?.[0] === first.matched : others.length === 0;
    if (first?.kind === 'order' && isOne) return showOrder(ctx, first.id);
    const typed = cut(wanted, MOST_SHOWN);
    if (!first) return ctx.say(texts.message('search-none', { text: typed }));
    const catalog = await ctx.catalog();
    const buttons = hits.map((hit) => {
      if (hit.kind === 'movement') return openButton(texts.label('menu-balance'), 'balance');
      if (hit.kind === 'key') return InlineKeyboard.text(`${hit.key.prefix}…`, `key:show:${hit.id}`);
      const label = texts.orderButton({ ...hit.order, traffic: undefined }, catalog);
      return ORDER.button(label, 'show', hit.id);
    });
    // Several movements have one button.
    const rows = buttons.filter(
      ({ text: label }, at) => buttons.findIndex((one) => one.text === label) === at,
    );
    const lines = hits.flatMap((hit): Html[] =>
      hit.kind === 'movement'
        ? [
            html`${texts.date('day', hit.id / 1_000)}  <b>${texts.usd(hit.movement.amount)}</b>  ${texts.movement(hit.movement, catalog)}`,
          ]
        : [],
    );
    await ctx.say(
      texts.message('search-found', { text: typed, lines }),
      rows.map((button) => [button]),
    );
  });
}
