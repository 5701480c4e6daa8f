import { Composer, InlineKeyboard } from 'grammy';
import { readTraffic } from '../../../luxury/traffic.ts';
import { listOrders } from '../../../orders/page.ts';
import { countOrders, ORDER_STATUSES, type OrderStatus } from '../../../orders/status.ts';
import type { BotContext } from '../context.ts';
import { onOpen, openButton } from '../routes.ts';
import { orderButton } from './order-button.ts';

/** Orders of a page, each with a button of its own: what a phone shows at once. */
const PAGE = 8;

/** `/orders`: the person's orders by status, newest first. */
export function listDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOpen(dialogue, 'orders', (ctx) => showList(ctx, 'active', 0));
  dialogue.callbackQuery(/^orders:([a-z]+):(\d{1,6})$/, (ctx, next) => {
    const [, name = '', page] = ctx.match;
    const status = ORDER_STATUSES.find((one) => one === name);
    return status || name === 'all' ? showList(ctx, status, Number(page)) : next();
  });
  return dialogue;
}

const pageButton = (status: OrderStatus | undefined, page: number) => `orders:${status ?? 'all'}:${page}`;

async function showList(ctx: BotContext, status: OrderStatus | undefined, page: number): Promise<void> {
  const { texts, resellerId, now } = ctx;
  const { sql } = ctx.database;
  const query = { status, limit: PAGE, offset: page * PAGE };
  const { orders, total } = await listOrders(sql, resellerId, query, now);
  const counts = (await countOrders(sql, [resellerId], now)).get(resellerId);
  const metered = orders.filter(({ billing }) => billing === 'per_gb');
  const traffic = await readTraffic(
    sql,
    metered.map(({ id }) => ({ resellerId, orderId: id })),
  );
  const catalog = await ctx.catalog();
  const rows = orders.map((order) => {
    const expiresAt = order.expiresAt === null ? null : new Date(order.expiresAt);
    const label = texts.orders.listButton({ ...order, expiresAt, traffic: traffic.get(order.id) }, catalog);
    return [InlineKeyboard.text(label, orderButton('show', order.id))];
  });
  const pages = Math.ceil(total / PAGE);
  const turns = [
    ...(page > 0 ? [InlineKeyboard.text(texts.orders.buttons.newer, pageButton(status, page - 1))] : []),
    ...(page + 1 < pages
      ? [InlineKeyboard.text(texts.orders.buttons.older, pageButton(status, page + 1))]
      : []),
  ];
  const others = ORDER_STATUSES.filter((one) => one !== status && (counts?.[one] ?? 0) > 0).map((one) =>
    InlineKeyboard.text(texts.orders.status(one, counts?.[one] ?? 0), pageButton(one, 0)),
  );
  const all =
    status === undefined ? [] : [InlineKeyboard.text(texts.orders.buttons.all, pageButton(undefined, 0))];
  const filters = [...others, ...all];
  const back = InlineKeyboard.text(texts.buttons.back, openButton('help'));
  await ctx.show(
    texts.orders.list(status, total, page + 1, pages),
    InlineKeyboard.from(
      [...rows, turns, filters.slice(0, 2), filters.slice(2), [back]].filter((row) => row.length > 0),
    ),
  );
}
