import { Api, Context, type InlineKeyboard } from 'grammy';
import type { Update, UserFromGetMe } from 'grammy/types';
import type { ProductType, Tier } from '../../catalog/catalog.ts';
import type { CoinRates } from '../../catalog/coin-rates.ts';
import type { Database } from '../../kit/database.ts';
import { isOnSale } from '../../purchases/product.ts';
import type { Buyer, Services } from '../../purchases/services.ts';
import type { Gateway } from '../../upstreams/traffic.ts';
import { fileCall, type TextFile } from '../outgoing/outbox.ts';
import type { Person } from '../people/people.ts';
import { botLink } from '../telegram/client.ts';
import type { Call } from '../telegram/client.ts';
import type { Html } from '../texts/html.ts';
import { type Texts, textsIn } from '../texts/texts.ts';

/** Thrown to leave the transaction for work that must not be done in it. */
export class Outside extends Error {
  readonly key: string;
  readonly work: (services: Services) => Promise<unknown>;

  constructor(key: string, work: Outside['work']) {
    super(`work outside the transaction: ${key}`);
    this.key = key;
    this.work = work;
  }
}

/** What has become of work outside the transaction. */
export type Outcome = PromiseSettledResult<unknown>;

interface Turn {
  update: Update;
  me: UserFromGetMe;
  person: Person;
  database: Database;
  services: Pick<Services, 'publicUrl' | 'chat' | 'catalog' | 'term' | 'traffic'>;
  now: Date;
  outcomes: ReadonlyMap<string, Outcome>;
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
  /** Where people find the bot. */
  readonly chatUrl: string;
  readonly now: Date;
  /** The calls so far. */
  readonly calls: Call[];
  /** What is called when the transaction that handles the update is committed. */
  readonly afterCommit: (() => void)[] = [];
  /** The catalog as of the update. */
  readonly catalog: () => Promise<readonly Tier[]>;
  /** Whether an upstream sells a type of the catalog. */
  readonly isOnSale: (type: ProductType) => boolean;
  /** Where programs connect with Luxury orders. */
  readonly gateway: Gateway;
  /** What coins are earned and taken for, as of the update. */
  readonly coinRates: () => Promise<CoinRates>;
  /**
   * Does what calls a network or charges, and returns its result or throws its refusal. It is done outside of
   * any transaction: the dialogue is left, and runs again from its beginning when the work is done, with the
   * same `key` for the same work. Nothing before this call may have an effect outside the transaction. When
   * the process dies meanwhile, the work is done again, so it has to be safe to repeat.
   */
  readonly outside: <T>(key: string, work: (services: Services) => Promise<T>) => Promise<T>;

  constructor({ update, me, person, database, services, now, outcomes }: Turn) {
    const calls: Call[] = [];
    super(update, capturing(calls), me);
    this.calls = calls;
    this.person = person;
    this.database = database;
    this.publicUrl = services.publicUrl;
    this.chatUrl = services.chat.url ?? botLink(me);
    this.now = now;
    this.catalog = () => services.catalog.read(person);
    this.isOnSale = (type) => isOnSale(type, services);
    this.gateway = services.traffic.gateway;
    this.coinRates = () => services.catalog.coinRates(person);
    this.outside = async <T>(key: string, work: (services: Services) => Promise<T>): Promise<T> => {
      const outcome = outcomes.get(key);
      if (!outcome) throw new Outside(key, work);
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value as T;
    };
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
  async say(text: Html, buttons?: InlineKeyboard): Promise<void> {
    await this.reply(text.text, shape(buttons));
  }

  /** Changes the message whose button was pressed; when nothing was pressed, sends one. */
  async show(text: Html, buttons?: InlineKeyboard): Promise<void> {
    if (!this.callbackQuery?.message) return this.say(text, buttons);
    await this.editMessageText(text.text, shape(buttons));
  }

  /** Ends the waiting of the button that was pressed, unless that was done. */
  async answerOnce(): Promise<void> {
    if (this.calls.some(({ method }) => method === 'answerCallbackQuery')) return;
    await this.answerCallbackQuery();
  }

  /** Sends a text as a file. */
  sendFile(file: TextFile): void {
    this.calls.push(fileCall(this.person.userId, file));
  }
}

function shape(buttons: InlineKeyboard | undefined) {
  return {
    parse_mode: 'HTML' as const,
    link_preview_options: { is_disabled: true },
    ...(buttons && { reply_markup: buttons }),
  };
}

/** The Bot API for one update: it keeps the calls instead of making them. */
function capturing(calls: Call[]): Api {
  const api = new Api('captured');
  api.config.use(async (_send, method, payload) => {
    calls.push({ method, payload });
    return { ok: true, result: true as never };
  });
  return api;
}
