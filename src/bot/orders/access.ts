import { Composer, InlineKeyboard } from 'grammy';
import { InvalidRequestError } from '../../kit/errors.ts';
import { LINE_FORMATS, type LineFormat, MAX_LINES, makeLines } from '../../luxury/lines.ts';
import type { Gateway } from '../../upstreams/traffic.ts';
import type { BotContext } from '../dialogues/context.ts';
import { ID_IN_BUTTON, onTyped } from '../dialogues/buttons.ts';
import { readAccess, readLuxury, onOrder, orderButton, sendLines } from './order.ts';
import { passwordMark } from '../../luxury/password-mark.ts';
import { luxuryProxy } from '../../luxury/proxy.ts';
import { resetPassword } from '../../luxury/reset-password.ts';

/** Each format as it looks. */
const SAMPLES: Readonly<Record<LineFormat, string>> = {
  hpup: 'host:port:login:password',
  uphp: 'login:password@host:port',
  http: 'http://login:password@host:port',
  socks: 'socks5://login:password@host:port',
};
/** Those of buttons, besides the most. */
const COUNTS = [1, 5, 10, 50, 100, 500] as const;
const DATA = new RegExp(`^lines:(${LINE_FORMATS.join('|')}):(${ID_IN_BUTTON})(?::(\\d{1,4}))?$`);

/** Lines of a Luxury order for programs that take a list of proxies. */
export function linesDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'lines', askFormat);
  dialogue.callbackQuery(DATA, (ctx) => {
    const [, format, id, count] = ctx.match;
    const wanted = { format: format as LineFormat, orderId: Number(id) };
    return count === undefined ? askCount(ctx, wanted) : send(ctx, wanted, Number(count));
  });
  onTyped(dialogue, 'line_count', (ctx, text, wanted) =>
    send(ctx, wanted, /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN),
  );
  return dialogue;
}

interface Wanted {
  format: LineFormat;
  orderId: number;
}

const lineButton = ({ format, orderId }: Wanted, count?: number) =>
  `lines:${format}:${orderId}${count === undefined ? '' : `:${count}`}`;

/** Each line has a port of its own. */
function mostOf({ stickyPorts }: Gateway): number {
  return Math.min(MAX_LINES, stickyPorts.last - stickyPorts.first + 1);
}

async function askFormat(ctx: BotContext, orderId: number): Promise<void> {
  const { settings } = await readLuxury(ctx, orderId);
  ctx.person.state = null;
  const speaks = { http: 'socks', socks5: 'http', both: undefined }[settings.protocol];
  const offered = LINE_FORMATS.filter((format) => format !== speaks);
  const rows = offered.map((format) => [
    InlineKeyboard.text(SAMPLES[format], lineButton({ format, orderId })),
  ]);
  const back = [InlineKeyboard.text(ctx.texts.buttons.back, orderButton('show', orderId))];
  await ctx.show(ctx.texts.orders.lineFormat(orderId), InlineKeyboard.from([...rows, back]));
}

/** An order whose address rotates has one line. */
async function askCount(ctx: BotContext, wanted: Wanted): Promise<void> {
  const { settings } = await readLuxury(ctx, wanted.orderId);
  if (settings.session === 'rotating') return send(ctx, wanted, 1);
  const most = mostOf(ctx.gateway);
  ctx.person.state = { awaits: 'line_count', ...wanted };
  const counts = [...COUNTS.filter((count) => count < most), most];
  const choices = counts.map((count) => InlineKeyboard.text(String(count), lineButton(wanted, count)));
  const back = [InlineKeyboard.text(ctx.texts.buttons.back, orderButton('lines', wanted.orderId))];
  const rows = [choices.slice(0, 4), choices.slice(4), back].filter((row) => row.length > 0);
  await ctx.show(ctx.texts.orders.lineCount(most), InlineKeyboard.from(rows));
}

async function send(ctx: BotContext, { format, orderId }: Wanted, count: number): Promise<void> {
  const { texts } = ctx;
  const { settings } = await readLuxury(ctx, orderId);
  const most = mostOf(ctx.gateway);
  if (!(count >= 1 && count <= most)) return ctx.say(texts.orders.badLineCount(most));
  const proxy = await readAccess(ctx, orderId);
  ctx.person.state = null;
  let lines: string[];
  try {
    lines = makeLines(ctx.gateway, settings, proxy, { format, count });
  } catch (error) {
    // The protocol was changed after the formats were offered.
    if (!(error instanceof InvalidRequestError) || settings.protocol === 'both') throw error;
    return ctx.say(texts.orders.badFormat(settings.protocol));
  }
  await sendLines(ctx, lines, {
    message: texts.orders.lines(orderId, lines),
    file: `order-${orderId}-${format}.txt`,
    caption: texts.orders.linesFile(orderId, lines.length),
  });
}

/**
 * A new password for a Luxury order. The question notes a mark of the password that is to be replaced: the
 * update that answers it, handled again, finds another password and replaces nothing. A second press finds
 * that the question was answered.
 */
export function passwordDialogue(): Composer<BotContext> {
  const dialogue = new Composer<BotContext>();
  onOrder(dialogue, 'password', ask);
  onOrder(dialogue, 'password_sure', replace);
  dialogue.callbackQuery('order:saved', async (ctx) => {
    await ctx.deleteMessage();
  });
  return dialogue;
}

async function ask(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const proxy = await readAccess(ctx, orderId);
  ctx.person.state = { awaits: 'new_password', orderId, mark: passwordMark(proxy) };
  const choice = [
    [InlineKeyboard.text(texts.orders.buttons.passwordSure, orderButton('password_sure', orderId))],
    [InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId))],
  ];
  await ctx.show(texts.orders.passwordSure(orderId), InlineKeyboard.from(choice));
}

async function replace(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const { state } = ctx.person;
  const { settings } = await readLuxury(ctx, orderId);
  if (state?.awaits !== 'new_password' || state.orderId !== orderId)
    return ctx.say(texts.orders.passwordDone(orderId));
  const credentials = await ctx.outside('password', (services) =>
    resetPassword(services, resellerId, orderId, { replacing: state.mark }),
  );
  ctx.person.state = null;
  const back = InlineKeyboard.text(texts.buttons.back, orderButton('show', orderId));
  await ctx.show(texts.orders.passwordSet(orderId), InlineKeyboard.from([[back]]));
  const saved = InlineKeyboard.text(texts.buttons.deleteSecret, 'order:saved');
  const { host, port, login, password } = luxuryProxy(ctx.gateway, settings, credentials);
  const line = `${host}:${port}:${login}:${password}`;
  await ctx.say(texts.orders.newLine(line), InlineKeyboard.from([[saved]]));
}
