import { type Composer, InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { Order } from '../../orders/order.ts';
import type { Buttons } from '../outgoing/outbox.ts';
import type { AwaitedState, State } from '../people/state.ts';
import type { Html } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';
import { BELOW, type BotContext } from './context.ts';
import { inRows } from './lists.ts';

/** A value in the data of a button: what it looks like there, and what it is read as. */
interface Field<Value> {
  shape: string;
  read(written: string): Value;
}

/** The number of an order, a key or a session. */
export const ID: Field<number> = { shape: '[1-9]\\d{0,14}', read: Number };
export const TOKEN = word('[\\w-]{22}');

export function word(shape: string): Field<string> {
  return { shape, read: String };
}

export function whole(digits: number): Field<number> {
  return { shape: `\\d{1,${digits}}`, read: Number };
}

export function oneOf<const Value extends string>(values: readonly Value[]): Field<Value> {
  return { shape: values.join('|'), read: (written) => written as Value };
}

/**
 * Buttons of one kind, by the data that Telegram sends back when one is pressed: a name and values, such as
 * `key:show:7`, of at most 64 bytes. Whoever forges data can write any values that have their shape: what
 * they name is looked up among the person's own. Buttons stay in chats, so what versions before have written
 * is read, too.
 */
export function buttonsOf<Values extends readonly (string | number)[]>(
  name: string,
  ...fields: { [At in keyof Values]: Field<Values[At]> }
) {
  const shape = new RegExp(`^${[name, ...fields.map((field) => `(${field.shape})`)].join(':')}$`);
  const dataOf = (...values: Values) => [name, ...values].join(':');
  return {
    dataOf,
    button: (label: string, ...values: Values) => InlineKeyboard.text(label, dataOf(...values)),
    /** Runs for a press of one of them. */
    on(dialogue: Composer<BotContext>, run: (ctx: BotContext, ...values: Values) => Promise<void>): void {
      dialogue.callbackQuery(shape, (ctx) => {
        const values = fields.map(({ read }, at) => read(ctx.match[at + 1] ?? ''));
        return run(ctx, ...(values as readonly (string | number)[] as Values));
      });
    },
  };
}

type Command = (typeof MENU)[number][number];

/** The data of the button that does the same as a command. */
export const openData = (command: Command) => `open:${command}`;

export const openButton = (label: string, command: Command) => InlineKeyboard.text(label, openData(command));

/** The buttons under the greeting, in rows. A dialogue that a person may begin with stands here. */
const MENU = [
  ['buy', 'orders'],
  ['balance', 'topup'],
  ['renewals', 'notices'],
  ['keys', 'console'],
  ['invite', 'language'],
  ['help'],
] as const;
export const COMMANDS: readonly Command[] = MENU.flat();

export function menu(texts: Texts): Buttons {
  return MENU.map((row) => row.map((command) => openButton(texts.label(`menu-${command}`), command)));
}

/** Begins a purchase with a tier, from the greeting. */
export const BEGIN = buttonsOf('begin', word('[a-z0-9_-]{1,32}'));
/** Tiers under the greeting. All are behind `/buy`. */
const MOST_TIERS = 6;

export async function greetingRows(ctx: BotContext): Promise<Buttons> {
  const { texts } = ctx;
  const sold = (await ctx.catalog()).filter(({ types }) => types.some(ctx.isOnSale));
  const tiers = sold
    .slice(0, MOST_TIERS)
    .map(({ id, name }) => BEGIN.button(texts.label('buy-tier-button', { name }), id));
  return [...inRows(tiers, 2), ...menu(texts)];
}

const ORDER_ACTIONS = [
  'show',
  'proxies',
  'extend',
  'settings',
  'lines',
  'password',
  'password_sure',
  'week',
  'errors',
  'check',
  'protocol',
  'written',
  'auto_renewal',
] as const;
export type OrderAction = (typeof ORDER_ACTIONS)[number];

export const ORDER = buttonsOf('order', oneOf(ORDER_ACTIONS), ID);
export const AGAIN = buttonsOf('again', ID);

/** A button that does the same, and is answered by a message of its own: the one with the button stays. */
export function below({ text, callback_data: data }: InlineKeyboardButton.CallbackButton) {
  return InlineKeyboard.text(text, BELOW + data);
}

export function deliveryRows(texts: Texts, { id, billing, renewable }: Order): Buttons {
  const extend = texts.label(billing === 'per_gb' ? 'button-add-traffic' : 'button-renew');
  const isExtensible = billing === 'per_gb' || renewable;
  return [
    [
      ...(isExtensible ? [below(ORDER.button(extend, 'extend', id))] : []),
      below(AGAIN.button(texts.label('button-same-again'), id)),
    ],
    [below(openButton(texts.label('menu-orders'), 'orders'))],
  ];
}

/** Runs for a command and for its button. Both end what the person was asked before. */
export function onOpen(
  dialogue: Composer<BotContext>,
  command: Command,
  show: (ctx: BotContext) => Promise<void>,
): void {
  dialogue.command(command, show);
  dialogue.callbackQuery(openData(command), (ctx) => {
    ctx.person.state = null;
    return show(ctx);
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

export function backRow(texts: Texts, data: string): InlineKeyboardButton[] {
  return [InlineKeyboard.text(texts.label('button-back'), data)];
}

const SAVED = 'keys:saved';

/** Says a key or a password, with a button that deletes the message. */
export function saySecret(ctx: BotContext, secret: Html): Promise<void> {
  return ctx.say(secret, [[InlineKeyboard.text(ctx.texts.label('button-delete-secret'), SAVED)]]);
}

export function onSaved(dialogue: Composer<BotContext>): void {
  dialogue.callbackQuery(SAVED, async (ctx) => {
    await ctx.deleteMessage();
  });
}
