import { sql } from 'kysely';
import type { System } from '../system.ts';
import { arm } from '../upstream-faults.ts';
import type { ChatControl } from './chat-control.ts';
import { isUnderWay } from './goals.ts';
import { nameOf } from './person.ts';

/** What charges. */
export const CHARGED = ['purchase', 'coin purchase', 'renewal', 'traffic'] as const;
export type Charged = (typeof CHARGED)[number];
/** What a person does: has a balance shown, makes a key, asks for an invoice, pays, or buys. */
export type Act = 'text' | 'key' | 'crypto invoice' | 'stars payment' | 'crypto payment' | Charged;

/** Until a chat is ready, in ms: a process that was killed is started again meanwhile. */
const READY_MS = 60_000;
/** Until somebody is told what became of a purchase, in ms: it is decided half a minute after its charge. */
const TOLD_MS = 90_000;
/** How often they press again meanwhile: seldom enough for their rate. */
const ASK_AGAIN_MS = 5_000;
const CONFIRM = /^(Buy for|Pay \$)/;
const ENDED = /is ready|has been renewed|Traffic was added|Refunded|you keep your money/;
const TERM = [/^Premium$/, /^IPv4 HTTP/, /^7 days/, /^\p{RI}{2} /u, /^1$/];
const LUXURY = [/^Luxury$/, /^Datacenter/, /^1 GB/, /^Any country$/, /^Continue »$/];

/** Somebody who does what the chat shows next. Every wait ends after a while, with undefined or false. */
class Newcomer {
  readonly #chat: ChatControl;
  readonly #user: number;

  constructor(chat: ChatControl, user: number) {
    this.#chat = chat;
    this.#user = user;
  }

  say = (text: string) => this.#chat.say(this.#user, text, { firstName: nameOf(this.#user), language: 'en' });
  shows = (pattern: RegExp) => this.#chat.awaited(this.#user, ({ text }) => pattern.test(text), READY_MS);
  has = (pattern: RegExp) =>
    this.#chat.awaited(
      this.#user,
      ({ buttons }) => buttons.flat().some((text) => pattern.test(text)),
      READY_MS,
    );

  press = async (pattern: RegExp): Promise<boolean> => {
    const message = await this.has(pattern);
    const button = message?.buttons.flat().find((text) => pattern.test(text));
    return message && button !== undefined ? this.#chat.press(this.#user, message.messageId, button) : false;
  };

  /** Writes the command and presses one button after the other. False when one did not come. */
  async follow(command: string, ...buttons: RegExp[]): Promise<boolean> {
    await this.say(command);
    for (const button of buttons) if (!(await this.press(button))) return false;
    return true;
  }

  async invoice(): Promise<(() => Promise<boolean>) | undefined> {
    await this.follow('/topup', /^\$10$/, /^Telegram Stars/);
    const invoice = await this.#chat.awaited(this.#user, ({ invoice }) => invoice !== null, READY_MS);
    return invoice && (() => this.#chat.pay(this.#user, invoice.messageId));
  }

  /** Tops up and comes to an offer: of an order, of one paid in coins, or of more for the order before. */
  async offer(act: Charged): Promise<boolean> {
    const pays = await this.invoice();
    if (!(await pays?.()) || !(await this.shows(/was added/))) return false;
    const order = act === 'traffic' ? LUXURY : TERM;
    if (act === 'purchase') return this.follow('/buy', ...order);
    if (!(await this.follow('/buy', ...order, CONFIRM)) || !(await this.shows(/is ready/))) return false;
    if (act === 'coin purchase')
      return (await this.follow('/buy', ...order, /^Use \d/)) && Boolean(await this.shows(/^To pay: /m));
    const extend = act === 'traffic' ? [/^Add traffic$/, /^1 GB/] : [/^Renew$/, /^7 days/];
    return this.follow('/orders', /^\d+: /, ...extend);
  }
}

/** Brings a new person to where they only have to act. Undefined when the bot does not answer in time. */
export async function prepareAct(
  system: System,
  chat: ChatControl,
  user: number,
  act: Act,
): Promise<(() => Promise<unknown>) | undefined> {
  const person = new Newcomer(chat, user);
  await person.say('/start');
  if (!(await person.shows(/Welcome/))) return undefined;
  switch (act) {
    case 'text':
      return () => person.say('/balance');
    case 'key':
      await person.follow('/keys', /^New key$/);
      return (await person.has(/^Without a name$/)) && (() => person.press(/^Without a name$/));
    case 'crypto invoice':
      await person.follow('/topup', /^\$10$/);
      return (await person.has(/^Crypto Pay$/)) && (() => person.press(/^Crypto Pay$/));
    case 'crypto payment': {
      await person.follow('/topup', /^\$10$/, /^Crypto Pay$/);
      if (!(await person.shows(/Invoice for/))) return undefined;
      const { rows } = await sql<{ invoice_id: string }>`
        select invoice_id from payments where chat_id = ${user}`.execute(system.services.database.sql);
      return () => chat.payCrypto(user, rows[0]?.invoice_id ?? '');
    }
    case 'stars payment':
      return person.invoice();
    default:
      return (await person.offer(act)) && (await person.has(CONFIRM))
        ? () => person.press(CONFIRM)
        : undefined;
  }
}

/** Whether who has confirmed an offer is told how it ended. They ask again when they are told to. */
export async function untilTold(chat: ChatControl, user: number, act: Charged): Promise<boolean> {
  // What they had bought before the offer was told, too.
  const ends = act === 'purchase' ? 1 : 2;
  for (const until = performance.now() + TOLD_MS; performance.now() < until; ) {
    const isTold = await chat.awaitedChat(
      user,
      (messages) => messages.filter(({ from, text }) => from === 'bot' && ENDED.test(text)).length >= ends,
      ASK_AGAIN_MS,
    );
    if (isTold) return true;
    if ((await chat.read(user)).some(isUnderWay)) await new Newcomer(chat, user).press(CONFIRM);
  }
  return false;
}

/** Somebody pays with coins for what is refused, so that the coins have to come back. */
export async function payInVain(system: System, chat: ChatControl, user: number): Promise<string[]> {
  const confirm = await prepareAct(system, chat, user, 'coin purchase');
  await arm(system.control, [{ upstream: 'px6', call: 'buy', mode: 'refuse' }]);
  await confirm?.();
  const isTold = confirm && (await untilTold(chat, user, 'coin purchase'));
  await arm(system.control, []);
  return isTold ? [] : ['coins: nobody has paid with coins for what was refused'];
}
