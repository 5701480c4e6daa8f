import { Api, Context } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { CoinRates, ProductType, Tier } from '../../catalog/catalog.ts';
import type { Database } from '../../kit/database.ts';
import type { Payments } from '../../payments/payments.ts';
import { isOnSale } from '../../purchases/product.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import type { Gateway } from '../../upstreams/traffic.ts';
import { type BotMessage, type Buttons, fileCall, markup, type TextFile } from '../outgoing/outbox.ts';
import type { Person } from '../people/people.ts';
import { type ApiCall, botLink } from '../telegram/client.ts';
import type { Html } from '../texts/html.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

type Work = (services: Services) => Promise<unknown>;

/** Thrown to leave the transaction for work that must not be done in it. */
class LeftForWork extends Error {
  readonly key: string;
  readonly work: Work;

  constructor(key: string, work: Work) {
    super(`work outside the transaction: ${key}`);
    this.key = key;
    this.work = work;
  }
}

/**
 * What the dialogue of one update does outside of its transaction: what calls a network or charges. The
 * dialogue is left for it, and runs again from its beginning until it needs no more:
 *
 *     transaction ─ dialogue ─ ctx.outside('quote', work) ✗ thrown; what the dialogue did is undone
 *                              work(services)               no transaction, no connection; kept as 'quote'
 *     transaction ─ dialogue ─ ctx.outside('quote', work) ✓ its result, or its refusal
 *                            ─ changes and answers ─ commit
 *
 * When the process dies meanwhile, another one handles the update from its beginning, and the work is done
 * again: it has to be safe to repeat, and what comes before it in the dialogue has to be cheap.
 */
export class OutsideWork {
  readonly #ended = new Map<string, PromiseSettledResult<unknown>>();

  /** Whether any was done. It may have charged, so the dialogue goes on to its end. */
  get isBegun(): boolean {
    return this.#ended.size > 0;
  }

  /** The result of work within the transaction. Throws the refusal of the work. */
  async resultOf<T>(key: string, work: (services: Services) => Promise<T>): Promise<T> {
    const ended = this.#ended.get(key);
    if (!ended) throw new LeftForWork(key, work);
    if (ended.status === 'rejected') throw ended.reason;
    return ended.value as T;
  }

  /** Has a transaction be run until it needs no more work. `onWaiting` is called before the first work. */
  async untilDone<T>(services: Services, transact: () => Promise<T>, onWaiting: () => void): Promise<T> {
    for (;;) {
      try {
        return await transact();
      } catch (error) {
        if (!(error instanceof LeftForWork)) throw error;
        if (!this.isBegun) onWaiting();
        const [ended] = await Promise.allSettled([error.work(services)]);
        this.#ended.set(error.key, ended);
      }
    }
  }
}

/**
 * An update as dialogues see it: grammY's context, whose calls of the Bot API are written to the outbox in
 * the transaction that handles the update. So the results of these calls are not known. It has no private
 * members, because grammY narrows it by copying its type.
 */
export class BotContext extends Context {
  /** Who sent it, locked. What is assigned to `language`, `state`, `resellerId` and `rate` is saved. */
  readonly person: Person;
  /** Joined to the transaction: what a domain operation does with it takes effect with the update. */
  readonly database: Database;
  readonly publicUrl: string;
  readonly chatUrl: string;
  readonly now: Date;
  readonly calls: ApiCall[];
  /** What is called when the transaction that handles the update is committed. */
  readonly afterCommit: (() => void)[] = [];
  readonly catalog: () => Promise<readonly Tier[]>;
  readonly isOnSale: (type: ProductType) => boolean;
  readonly gateway: Gateway;
  /** Whether the message with the pressed button stays as it is. */
  readonly isBelow: boolean;
  readonly payments: Payments;
  readonly coinRates: () => Promise<CoinRates>;
  /**
   * Does what calls a network or charges, outside of any transaction (`OutsideWork`), and returns its result
   * or throws its refusal. `key` names the work within the update. Nothing before this call may have an
   * effect outside the transaction.
   */
  readonly outside: <T>(key: string, work: (services: Services) => Promise<T>) => Promise<T>;

  constructor(given: {
    update: Update;
    me: UserFromGetMe;
    person: Person;
    database: Database;
    services: Pick<Services, 'publicUrl' | 'chat' | 'catalog' | 'term' | 'traffic'>;
    now: Date;
    outside: OutsideWork;
    payments: Payments;
  }) {
    const { update, me, person, database, services, now, outside, payments } = given;
    const calls: ApiCall[] = [];
    const { update: plain, isBelow } = readBelow(update);
    super(plain, capturing(calls), me);
    this.isBelow = isBelow;
    this.calls = calls;
    this.person = person;
    this.database = database;
    this.publicUrl = services.publicUrl;
    this.chatUrl = services.chat.url ?? botLink(me);
    this.now = now;
    this.catalog = () => services.catalog.read(person);
    this.isOnSale = (type) => isOnSale(type, services);
    this.gateway = services.traffic.gateway;
    this.payments = payments;
    this.coinRates = () => services.catalog.coinRates(person);
    this.outside = (key, work) => outside.resultOf(key, work);
  }

  get texts(): Texts {
    return textsIn(this.person.language);
  }

  /** The person's reseller. Dialogues behind `start` have one. */
  get resellerId(): number {
    const { resellerId } = this.person;
    if (resellerId === null) throw new Error('the person has not started the bot');
    return resellerId;
  }

  /** Who buys: at retail prices, which are the same in all price lists. */
  get buyer(): Buyer {
    const { priceList, catalogVersion } = this.person;
    return { resellerId: this.resellerId, priceList, catalogVersion, source: 'bot' };
  }

  /** Sends a message of its own. */
  async say(text: Html, buttons?: Buttons): Promise<void> {
    await this.reply(text.text, { ...WITHOUT_PREVIEW, ...markup(buttons) });
  }

  /** Changes the message whose button was pressed; when nothing was pressed, sends one. */
  async show(text: Html, buttons?: Buttons): Promise<void> {
    if (this.isBelow || !this.callbackQuery?.message) return this.say(text, buttons);
    await this.editMessageText(text.text, { ...WITHOUT_PREVIEW, ...markup(buttons) });
  }

  async sayAll(messages: readonly BotMessage[]): Promise<void> {
    for (const message of messages) {
      if ('caption' in message) this.sendFile(message);
      else await this.say(message.text, message.buttons);
    }
  }

  /** Ends the waiting of the button that was pressed, unless that was done. */
  async answerOnce(): Promise<void> {
    if (this.calls.some(({ method }) => method === 'answerCallbackQuery')) return;
    await this.answerCallbackQuery();
  }

  sendFile(file: TextFile): void {
    this.calls.push(fileCall(this.person.userId, file));
  }
}

/** What stands before the data of a button whose press is answered below. */
export const BELOW = 'below:';

function readBelow(update: Update): { update: Update; isBelow: boolean } {
  const press = update.callback_query;
  if (!press?.data?.startsWith(BELOW)) return { update, isBelow: false };
  const data = press.data.slice(BELOW.length);
  return { update: { ...update, callback_query: { ...press, data } }, isBelow: true };
}

const WITHOUT_PREVIEW = { parse_mode: 'HTML', link_preview_options: { is_disabled: true } } as const;

/** The Bot API for one update: it keeps the calls instead of making them. */
function capturing(calls: ApiCall[]): Api {
  const api = new Api('captured');
  api.config.use(async (_send, method, payload) => {
    calls.push({ method, payload });
    return { ok: true, result: true as never };
  });
  return api;
}
