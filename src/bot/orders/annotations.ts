import type { Composer } from 'grammy';
import {
  ANNOTATION_NAMES,
  ANNOTATIONS,
  type Annotations,
  annotationFlaw,
  updateOrder,
} from '../../orders/annotations.ts';
import { findOrder, type Order } from '../../orders/order.ts';
import { buttonsOf, ID, oneOf, onTyped } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { type Html, html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder } from './order.ts';

const ASK = buttonsOf('write', oneOf(ANNOTATION_NAMES), ID);
const ERASE = buttonsOf('erase', oneOf(ANNOTATION_NAMES), ID);

/** What a reseller writes on an order: `show` shows the order after it. */
export function onAnnotations(
  dialogue: Composer<BotContext>,
  show: (ctx: BotContext, orderId: number) => Promise<void>,
): void {
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
    await show(ctx, orderId);
  };
  ERASE.on(dialogue, (ctx, name, orderId) => write(ctx, orderId, { [name]: null }));
  onTyped(dialogue, 'annotation', async (ctx, text, { orderId, name }) => {
    if (annotationFlaw(name, text) === undefined) return write(ctx, orderId, { [name]: text });
    await ctx.say(ctx.texts.message('annotation-refused', { name, most: String(ANNOTATIONS[name]) }));
  });
}

export async function showWritten(ctx: BotContext, orderId: number): Promise<void> {
  const { texts, resellerId } = ctx;
  const order = await findOrder(ctx.database.sql, resellerId, orderId, ctx.now);
  ctx.person.state = null;
  const rows = ANNOTATION_NAMES.map((name) => [
    ASK.button(texts.label('annotation', { name }), name, orderId),
  ]);
  const lines = [texts.message('annotations', { orderId }), html``, ...writtenOn(texts, order)];
  await ctx.show(html`${lines}`, [...rows, backToOrder(texts, orderId)]);
}

export function writtenOn(texts: Texts, order: Order): Html[] {
  return ANNOTATION_NAMES.flatMap((name) => {
    const text = order[name];
    return text === null ? [] : [texts.message('annotation-line', { name, text })];
  });
}
