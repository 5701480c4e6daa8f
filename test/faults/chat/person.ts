import type { Random } from '../random.ts';
import type { System } from '../system.ts';
import type { ChatControl, SeenMessage } from './chat-control.ts';
import { type Goal, isUnderWay, needsMoney, nextGoal, TOP_UP, wayTo } from './goals.ts';
import { payCrypto } from './pay-crypto.ts';

/** What a person's own texts carry, so that they are known wherever they appear. */
export const nameOf = (user: number) => `who-${user}-who`;
const keyNameOf = (user: number, number: number) => `key-${user}-${number}-key`;
export const OWNERS_MARK = /\b(?:who-(\d+)-who|key-(\d+)-\d+-key)\b/g;

const COMMANDS = [
  ...['/topup', '/buy', '/orders', '/keys', '/balance'],
  ...['/invite', '/notices', '/help', '/language', '/start'],
];
/** Typed wherever a dialogue may wait for something, or may not. */
const TYPED = ['25', '12.50', '1', 'germany', '203.0.113.7', 'what?', '-5', '$100'];
/** Chances that a person does something else on the way to what they are after, and before the next. */
const ASTRAY = 0.1;
/** The same before they have attained anything. */
const STRAIGHT = 0.03;
const IDLE = 0.4;
/** Where everybody is, and how often somebody who wanders writes a command there. */
export const GROUP = -5_001;
const IN_GROUP = 0.05;
/** How many times a person looks for an answer to what they wrote before they do something else. */
const PATIENCE = 3;
/** How many times somebody looks for the invitation that they are to come by. */
const INVITED_WITHIN = 6;
/** How many messages a person has in view: notices come in between. */
const LATELY = 3;
/** How often a person begins anew with what they are after before they give it up. */
const BEGINNINGS = 3;
/** Chances of what a person does after something else. */
const TWICE = 0.15;
const AGAIN = 0.08;
/** How long a person who has blocked the bot leaves it blocked, in actions. */
const BLOCKED_ACTIONS = 2;

interface PersonOptions {
  user: number;
  language: 'en' | 'ru';
  /** Whether they block the bot now and then. */
  blocks: boolean;
  /** Whether the first thing that they ask for is an invitation, and whose invitation they came by. */
  invites: boolean;
  invitedBy: number | undefined;
}

/** Somebody who talks to the bot. What they do next depends on what their chat shows. */
export class Person {
  /** How many updates they have made, repetitions included. */
  updates = 0;
  readonly user: number;
  readonly #options: PersonOptions;
  readonly #chat: ChatControl;
  readonly #random: Random;
  readonly #system: System;
  #goal: Goal | undefined;
  /** How often they have begun with what they are after, and whether they have done the last step of it. */
  #begun = 0;
  #isDone = false;
  #attained: Goal | undefined;
  #looked = 0;
  #keys = 0;
  #namesKey = false;
  #hasInvited = false;
  #blockedFor = 0;
  /** The message of the invoice that was paid last. */
  #paidLast = 0;

  constructor(options: PersonOptions, chat: ChatControl, system: System, random: Random) {
    this.user = options.user;
    this.#options = options;
    this.#chat = chat;
    this.#system = system;
    this.#random = random;
  }

  /** Does one thing: writes, presses or pays, perhaps twice, and perhaps has the update delivered again. */
  async act(): Promise<void> {
    if (await this.#isAway()) return;
    const messages = await this.#chat.read(this.user);
    if (messages.length === 0) await this.#start();
    else if (messages.at(-1)?.from === 'user' && this.#looked < PATIENCE) this.#looked += 1;
    else await this.#goOn(messages);
    if (this.updates > 0 && this.#random.chance(AGAIN)) await this.#count(this.#chat.repeat(this.user));
  }

  /** Has the bot reach them again, if they have blocked it. */
  async comeBack(): Promise<void> {
    if (this.#blockedFor > 0) await this.#count(this.#chat.block(this.user, false));
    this.#blockedFor = 0;
  }

  async #start(): Promise<void> {
    const { language, invitedBy } = this.#options;
    const code = invitedBy === undefined ? undefined : await this.#codeOf(invitedBy);
    this.#looked += 1;
    if (invitedBy !== undefined && code === undefined && this.#looked < INVITED_WITHIN) return;
    await this.#say(code === undefined ? '/start' : `/start ref_${code}`, {
      firstName: nameOf(this.user),
      language,
    });
  }

  async #goOn(messages: readonly SeenMessage[]): Promise<void> {
    const random = this.#random;
    this.#looked = 0;
    const own = messages.filter(({ from, deleted }) => from === 'bot' && !deleted);
    const invoice = own.findLast(({ invoice }) => invoice !== null);
    if (this.#namesKey) return this.#nameKey();
    if (this.#options.invites && !this.#hasInvited) {
      this.#hasInvited = true;
      return this.#say('/invite');
    }
    if (invoice && invoice.messageId !== this.#paidLast && random.chance(0.8)) return this.#pay(invoice);
    if (random.chance(0.2) && (await payCrypto(this.#system, this.#chat, this.user, random))) return;
    const pressable = own.filter(({ buttons, invoice }) => buttons.length > 0 && !invoice);
    if (random.chance(!this.#attained ? STRAIGHT : this.#goal ? ASTRAY : IDLE))
      return this.#wander(pressable);
    await this.#pursue(pressable.at(-1), own.slice(-LATELY).some(isUnderWay));
  }

  /** The next step to what they are after. What is being carried out is asked for again. */
  async #pursue(shown: SeenMessage | undefined, isTold: boolean): Promise<void> {
    const random = this.#random;
    const isAsked = this.#isDone && isTold;
    if (this.#isDone && !isAsked && !random.chance(TWICE)) this.#goal = undefined;
    // Others pay just what is missing, and go on from the receipt.
    if (shown && this.#goal !== TOP_UP && needsMoney(shown) && random.chance(0.2)) this.#begin(TOP_UP);
    const goal = this.#goal ?? this.#begin(nextGoal(random, this.#attained));
    const way = shown && wayTo(goal, shown, random);
    if (way) {
      await this.#press(shown, way.button);
      this.#isDone ||= way.isLast;
      if (this.#isDone) this.#attained = goal;
    } else if (this.#isDone || this.#begun === BEGINNINGS) this.#goal = undefined;
    else {
      this.#begun += 1;
      await this.#say(goal.command);
    }
  }

  #begin(goal: Goal): Goal {
    this.#goal = goal;
    this.#begun = 0;
    this.#isDone = false;
    return goal;
  }

  /** Something else: a button of a message, a command here or in the group, or a text out of place. */
  async #wander(pressable: readonly SeenMessage[]): Promise<void> {
    const random = this.#random;
    if (random.chance(IN_GROUP)) return this.#say(random.pick(COMMANDS), { group: GROUP });
    if (pressable.length > 0 && random.chance(0.6)) {
      const message = random.chance(0.5) ? pressable.at(-1) : random.pick(pressable);
      if (message) return this.#press(message, random.pick(message.buttons.flat().slice(0, 12)));
    }
    await this.#say(random.chance(0.7) ? random.pick(COMMANDS) : random.pick(TYPED));
  }

  async #press({ messageId }: SeenMessage, button: string): Promise<void> {
    const times = this.#random.chance(TWICE) ? 2 : 1;
    const presses = Array.from({ length: times }, () => this.#chat.press(this.user, messageId, button));
    for (const press of presses) await this.#count(press);
    this.#namesKey = button === 'New key' && this.#random.chance(0.6);
  }

  async #nameKey(): Promise<void> {
    this.#namesKey = false;
    this.#keys += 1;
    await this.#say(keyNameOf(this.user, this.#keys));
  }

  /** Pays, perhaps twice at the same time, and perhaps when it is too late. */
  async #pay({ messageId }: SeenMessage): Promise<void> {
    const times = this.#random.chance(TWICE) ? 2 : 1;
    const payments = Array.from({ length: times }, () => this.#chat.pay(this.user, messageId));
    // A payment is two updates: the bot is asked, and is told.
    const paid = await Promise.all(payments);
    for (const isPaid of paid) this.updates += isPaid ? 2 : 1;
    if (paid.includes(true) && !this.#random.chance(TWICE)) this.#paidLast = messageId;
  }

  /** The code of another person's invitation, when the bot has shown it to them. */
  async #codeOf(user: number): Promise<string | undefined> {
    const texts = (await this.#chat.read(user)).map(({ text }) => text).join('\n');
    return /start=ref_([\w-]{12})/.exec(texts)?.[1];
  }

  async #isAway(): Promise<boolean> {
    if (!this.#options.blocks) return false;
    if (this.#blockedFor > 0) {
      this.#blockedFor -= 1;
      if (this.#blockedFor === 0) await this.#count(this.#chat.block(this.user, false));
      return true;
    }
    if (this.updates === 0 || !this.#random.chance(0.1)) return false;
    await this.#count(this.#chat.block(this.user, true));
    this.#blockedFor = BLOCKED_ACTIONS;
    return true;
  }

  #say(text: string, as: Parameters<ChatControl['say']>[2] = {}): Promise<void> {
    return this.#count(this.#chat.say(this.user, text, as));
  }

  async #count(done: Promise<boolean>): Promise<void> {
    if (await done) this.updates += 1;
  }
}
