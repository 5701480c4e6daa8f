import type { Composer } from 'grammy';
import { InvalidRequestError } from '../../kit/errors.ts';
import { LINE_FORMATS, type LineFormat, MAX_LINES, makeLines } from '../../luxury/lines.ts';
import { passwordMark, resetPassword } from '../../luxury/password.ts';
import { luxuryProxy } from '../../luxury/proxy.ts';
import { OrderNotFoundError } from '../../orders/errors.ts';
import type { OrderProxy } from '../../orders/order.ts';
import type { Gateway } from '../../upstreams/traffic.ts';
import {
  backRow,
  buttonsOf,
  deliveryRows,
  ID,
  ORDER,
  oneOf,
  onTyped,
  saySecret,
  whole,
} from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { accessMessages } from '../dialogues/lists.ts';
import { accessLine } from '../texts/texts.ts';
import { backToOrder, readLuxury, readProxies } from './order.ts';

const SAMPLES: Readonly<Record<LineFormat, string>> = {
  hpup: 'host:port:login:password',
  uphp: 'login:password@host:port',
  http: 'http://login:password@host:port',
  socks: 'socks5://login:password@host:port',
};
const COUNTS = [1, 5, 10, 50, 100, 500] as const;
const FORMAT = buttonsOf('lines', oneOf(LINE_FORMATS), ID);
const COUNT = buttonsOf('lines', oneOf(LINE_FORMATS), ID, whole(4));

export function onLines(dialogue: Composer<BotContext>): void {
  FORMAT.on(dialogue, (ctx, format, orderId) => askCount(ctx, { format, orderId }));
  COUNT.on(dialogue, (ctx, format, orderId, count) => makeAndSend(ctx, { format, orderId }, count));
  onTyped(dialogue, 'line_count', (ctx, text, wanted) =>
    makeAndSend(ctx, wanted, /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN),
  );
}

interface Wanted {
  format: LineFormat;
  orderId: number;
}

/** Each line has a port of its own. */
function mostOf({ stickyPorts }: Gateway): number {
  return Math.min(MAX_LINES, stickyPorts.last - stickyPorts.first + 1);
}

export async function askFormat(ctx: BotContext, orderId: number): Promise<void> {
  const { settings } = await readLuxury(ctx, orderId);
  ctx.person.state = null;
  const speaks = { http: 'socks', socks5: 'http', both: undefined }[settings.protocol];
  const offered = LINE_FORMATS.filter((format) => format !== speaks);
  const rows = offered.map((format) => [FORMAT.button(SAMPLES[format], format, orderId)]);
  await ctx.show(ctx.texts.message('line-format', { orderId }), [...rows, backToOrder(ctx.texts, orderId)]);
}

/** An order whose address rotates has one line. */
async function askCount(ctx: BotContext, wanted: Wanted): Promise<void> {
  const { format, orderId } = wanted;
  const { settings } = await readLuxury(ctx, orderId);
  if (settings.session === 'rotating') return makeAndSend(ctx, wanted, 1);
  const most = mostOf(ctx.gateway);
  ctx.person.state = { awaits: 'line_count', ...wanted };
  const counts = [...COUNTS.filter((count) => count < most), most];
  const choices = counts.map((count) => COUNT.button(String(count), format, orderId, count));
  const back = backRow(ctx.texts, ORDER.dataOf('lines', orderId));
  const rows = [choices.slice(0, 4), choices.slice(4), back].filter((row) => row.length > 0);
  await ctx.show(ctx.texts.message('line-count', { most }), rows);
}

async function makeAndSend(ctx: BotContext, { format, orderId }: Wanted, count: number): Promise<void> {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  const most = mostOf(ctx.gateway);
  if (!(count >= 1 && count <= most)) return ctx.say(texts.message('bad-line-count', { most }));
  const proxy = await readAccess(ctx, orderId);
  ctx.person.state = null;
  let lines: string[];
  try {
    lines = makeLines(ctx.gateway, settings, proxy, { format, count });
  } catch (error) {
    // The protocol was changed after the formats were offered.
    if (!(error instanceof InvalidRequestError) || settings.protocol === 'both') throw error;
    return ctx.say(texts.message('bad-format', { protocol: settings.protocol }));
  }
  const head = texts.message('order-lines', { orderId, count: lines.length });
  const file = `order-${orderId}-${format}.txt`;
  await ctx.sayAll(accessMessages(lines, { head, file, caption: head, buttons: deliveryRows(texts, order) }));
}

/** With what programs connect to a Luxury order, which the caller has looked up. */
async function readAccess(ctx: BotContext, orderId: number): Promise<OrderProxy> {
  const [proxy] = await readProxies(ctx, orderId);
  if (!proxy) throw new OrderNotFoundError(orderId);
  return proxy;
}

/**
 * Asks whether a Luxury order shall have a new password. The question notes a mark of the password that is to
 * be replaced: the update that answers it, handled again, finds another password and replaces nothing. A
 * second press finds that the question was answered.
 */
export async function askPassword(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  await readLuxury(ctx, orderId);
  const proxy = await readAccess(ctx, orderId);
  ctx.person.state = { awaits: 'new_password', orderId, mark: passwordMark(proxy) };
  const sure = [ORDER.button(texts.label('button-password-sure'), 'password_sure', orderId)];
  await ctx.show(texts.message('password-sure', { orderId }), [sure, backToOrder(texts, orderId)]);
}

export async function replacePassword(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const { state } = ctx.person;
  const { settings } = await readLuxury(ctx, orderId);
  if (state?.awaits !== 'new_password' || state.orderId !== orderId)
    return ctx.say(texts.message('password-done', { orderId }));
  const credentials = await ctx.outside('password', (services) =>
    resetPassword(services, resellerId, orderId, { replacing: state.mark }),
  );
  ctx.person.state = null;
  await ctx.show(texts.message('password-set', { orderId }), [backToOrder(texts, orderId)]);
  const line = accessLine(luxuryProxy(ctx.gateway, settings, credentials));
  await saySecret(ctx, texts.message('password-line', { line }));
}
