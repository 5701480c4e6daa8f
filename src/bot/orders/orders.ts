import { type Composer, InlineKeyboard } from 'grammy';
import { refreshTraffic } from '../../luxury/refresh-traffic.ts';
import { readTraffic, type Traffic } from '../../luxury/traffic.ts';
import {
  ANNOTATION_NAMES,
  ANNOTATIONS,
  type Annotations,
  annotationFlaw,
  updateOrder,
} from '../../orders/annotations.ts';
import { changeProtocol } from '../../orders/change-protocol.ts';
import { checkProxies } from '../../orders/check-proxies.ts';
import { countOrders, findOrder, ORDER_STATUSES, type Order, type OrderStatus } from '../../orders/order.ts';
import { listOrders } from '../../orders/page.ts';
import { productName } from '../../purchases/account-statement.ts';
import { search } from '../../purchases/search.ts';
import {
  backRow,
  buttonsOf,
  deliveryRows,
  ID,
  ORDER,
  type OrderAction,
  oneOf,
  onOpen,
  onTyped,
  openButton,
  openData,
  whole,
} from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { accessMessages } from '../dialogues/lists.ts';
import type { Buttons } from '../outgoing/outbox.ts';
import { cut, type Html, html } from '../texts/html.ts';
import { accessLine, type Texts } from '../texts/texts.ts';
import { askFormat, askPassword, onLines, replacePassword } from './access.ts';
import { autoRenewalLine, onAutoRenewal, onExtension, showAutoRenewal, showPeriods } from './extend.ts';
import { backToOrder, readProxies, SETTING_VALUE } from './order.ts';
import { onSettings, showSettings } from './settings.ts';
import { showErrors, showWeek } from './usage.ts';

/** Orders of a page, each with a button of its own: what a phone shows at once. */
const PAGE = 8;
const LIST = buttonsOf('orders', oneOf([...ORDER_STATUSES, 'all'] as const), whole(6));

const PROTOCOL = buttonsOf('protocol', oneOf(['http', 'socks5'] as const), ID);

const ACTIONS: Record<OrderAction, (ctx: BotContext, orderId: number) => Promise<void>> = {
  show: showOrder,
  proxies: sendProxies,
  extend: showPeriods,
  settings: showSettings,
  lines: askFormat,
  password: askPassword,
  password_sure: replacePassword,
  week: showWeek,
  errors: showErrors,
  check: sendChecks,
  protocol: askProtocol,
  written: showWritten,
  auto_renewal: showAutoRenewal,
};

/** `/orders`: everything that can be done with what was bought. */
export function onOrders(dialogue: Composer<BotContext>): void {
  onOpen(dialogue, 'orders', (ctx) => showList(ctx, 'active', 0));
  LIST.on(dialogue, (ctx, status, page) => showList(ctx, status === 'all' ? undefined : status, page));
  ORDER.on(dialogue, (ctx, action, orderId) => ACTIONS[action](ctx, orderId));
  onExtension(dialogue);
  onAutoRenewal(dialogue);
  onSettings(dialogue);
  onLines(dialogue);
  onAnnotations(dialogue);
  PROTOCOL.on(dialogue, async (ctx, protocol, orderId) => {
    const name = { resellerId: ctx.resellerId, orderId };
    await ctx.outside('protocol', (services) => changeProtocol(services, name, protocol));
    await showOrder(ctx, orderId);
  });
}

async function showList(ctx: BotContext, status: OrderStatus | undefined, page: number): Promise<void> {
  const { texts, resellerId, now } = ctx;
  const { sql } = ctx.database;
  const query = { statuses: status && [status], limit: PAGE, offset: page * PAGE };
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
    const label = texts.orderButton({ ...order, expiresAt, traffic: traffic.get(order.id) }, catalog);
    return [ORDER.button(label, 'show', order.id)];
  });
  const pages = Math.ceil(total / PAGE);
  const turns = [
    ...(page > 0 ? [LIST.button(texts.label('button-newer'), status ?? 'all', page - 1)] : []),
    ...(page + 1 < pages ? [LIST.button(texts.label('button-older'), status ?? 'all', page + 1)] : []),
  ];
  const filters = [
    ...ORDER_STATUSES.filter((one) => one !== status && (counts?.[one] ?? 0) > 0).map((one) =>
      LIST.button(statusButton(texts, one, counts?.[one] ?? 0), one, 0),
    ),
    ...(status === undefined ? [] : [LIST.button(texts.label('button-all'), 'all', 0)]),
  ];
  const all = [...rows, turns, filters.slice(0, 2), filters.slice(2), backRow(texts, openData('help'))];
  await ctx.show(
    texts.orders(status, total, page + 1, pages),
    all.filter((row) => row.length > 0),
  );
}

function statusButton(texts: Texts, status: OrderStatus, count: number): string {
  const [first = '', ...rest] = texts.label('orders-status', { status });
  return `${first.toUpperCase()}${rest.join('')} (${texts.count(count)})`;
}

async function showOrder(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const known = await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  const isMetered = known.billing === 'per_gb';
  const traffic = isMetered
    ? await ctx.outside('traffic', (services) => refreshTraffic(services, resellerId, orderId))
    : undefined;
  // A reading can show that the traffic is used up.
  const order = isMetered ? await findOrder(ctx.database.sql, resellerId, orderId, ctx.now) : known;
  ctx.person.state = null;
  const rows = isMetered ? meteredRows(ctx, order) : termRows(ctx, order);
  const back = backRow(texts, LIST.dataOf(order.status, 0));
  await ctx.show(await describe(ctx, order, traffic), [...rows, back]);
}

async function describe(ctx: BotContext, order: Order, traffic: Traffic | undefined): Promise<Html> {
  const { texts } = ctx;
  const { id: orderId, status, price, expiresAt, quantity: count } = order;
  const what = [productName(await ctx.catalog(), order.tier, order.type), texts.countryName(order.country)];
  if (order.billing === 'per_proxy')
    what.push(texts.label('proxies', { count }), texts.label('protocol', { protocol: order.protocol }));
  return texts.message('order', {
    heading: texts.message('order-heading', { orderId }),
    what: [html`${what.join(', ')}`, ...writtenOn(texts, order)],
    status,
    day: texts.date('day', order.createdAt),
    price,
    end: [
      expiresAt !== null && texts.message('order-end', { status, end: expiresAt }),
      await autoRenewalLine(ctx, order),
      traffic &&
        texts.message('order-traffic', {
          used: texts.bytes(traffic.usedBytes),
          total: texts.bytes(traffic.totalBytes),
          amount: texts.leftOf(traffic),
          measuredAt: traffic.measuredAt,
        }),
    ],
  });
}

function termRows({ texts }: BotContext, { id, renewable, status }: Order): Buttons {
  const to = (action: OrderAction, label: string) => ORDER.button(texts.label(label), action, id);
  const renew = renewable ? [to('extend', 'button-renew')] : [];
  const itself = renewable ? [to('auto_renewal', 'button-auto-renewal')] : [];
  const isActive = status === 'active';
  return [
    [to('proxies', 'button-proxies'), ...renew],
    ...(isActive ? [[to('check', 'button-check'), to('protocol', 'button-protocol')]] : []),
    [...itself, to('written', 'button-written')],
  ];
}

function meteredRows({ texts }: BotContext, { id, status }: Order): Buttons {
  const pause =
    status === 'paused'
      ? SETTING_VALUE.button(texts.label('button-resume'), 'paused', id, 'false')
      : SETTING_VALUE.button(texts.label('button-pause'), 'paused', id, 'true');
  const to = (action: OrderAction, label: string) => ORDER.button(texts.label(label), action, id);
  return [
    [to('proxies', 'button-access'), to('extend', 'button-add-traffic')],
    [to('settings', 'button-settings'), to('lines', 'button-lines')],
    [pause, to('password', 'button-new-password')],
    [to('week', 'button-week'), to('errors', 'button-errors')],
    [to('written', 'button-written')],
  ];
}

async function sendProxies(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const order = await findOrder(ctx.database.sql, ctx.resellerId, orderId, ctx.now);
  const lines = (await readProxies(ctx, orderId)).map(accessLine);
  const messages = accessMessages(lines, {
    head: texts.message('order-proxies', { orderId }),
    file: `order-${orderId}.txt`,
    caption: texts.message('order-proxies-file', { orderId, count: lines.length }),
    buttons: deliveryRows(texts, order),
  });
  await ctx.sayAll(messages);
}

/** Whether each proxy works, as the upstream says. */
async function sendChecks(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  const checks = await ctx.outside('check', (services) => checkProxies(services, { resellerId, orderId }));
  const proxies = await readProxies(ctx, orderId);
  const lines = checks.map(({ works }, place) => {
    const { host = '', port = 0 } = proxies[place] ?? {};
    return texts.message('check-line', { address: `${host}:${port}`, works: String(works) });
  });
  await ctx.say(html`${[texts.message('order-heading', { orderId }), ...lines]}`);
}

async function askProtocol(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const order = await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  const protocol = order.protocol === 'http' ? 'socks5' : 'http';
  const change = PROTOCOL.button(texts.label('protocol', { protocol }), protocol, orderId);
  await ctx.show(texts.message('protocol-sure', { orderId }), [[change], backToOrder(texts, orderId)]);
}

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

const ASK = buttonsOf('write', oneOf(ANNOTATION_NAMES), ID);
const ERASE = buttonsOf('erase', oneOf(ANNOTATION_NAMES), ID);

function onAnnotations(dialogue: Composer<BotContext>): void {
  ASK.on(dialogue, async (ctx, name, orderId) => {
    const { texts, resellerId } = ctx;
    const order = await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
    ctx.person.state = { awaits: 'annotation', orderId, name };
    const erase = order[name] === null ? [] : [[ERASE.button(texts.label('button-erase'), name, orderId)]];
    const text = texts.message('annotation-ask', { name, orderId, most: String(ANNOTATIONS[name]) });
    await ctx.show(text, [...erase, backToOrder(texts, orderId)]);
  });
  const write = async (ctx: BotContext, orderId: number, written: Annotations) => {
    await updateOrder(ctx.database, { resellerId: ctx.resellerId, orderId, at: ctx.now, ...written });
    await showOrder(ctx, orderId);
  };
  ERASE.on(dialogue, (ctx, name, orderId) => write(ctx, orderId, { [name]: null }));
  onTyped(dialogue, 'annotation', async (ctx, text, { orderId, name }) => {
    if (annotationFlaw(name, text) === undefined) return write(ctx, orderId, { [name]: text });
    await ctx.say(ctx.texts.message('annotation-refused', { name, most: String(ANNOTATIONS[name]) }));
  });
}

async function showWritten(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const order = await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  ctx.person.state = null;
  const rows = ANNOTATION_NAMES.map((name) => [
    ASK.button(texts.label('annotation', { name }), name, orderId),
  ]);
  const lines = [texts.message('annotations', { orderId }), html``, ...writtenOn(texts, order)];
  await ctx.show(html`${lines}`, [...rows, backToOrder(texts, orderId)]);
}

function writtenOn(texts: Texts, order: Order): Html[] {
  return ANNOTATION_NAMES.flatMap((name) => {
    const text = order[name];
    return text === null ? [] : [texts.message('annotation-line', { name, text })];
  });
}
