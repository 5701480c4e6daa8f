import { setTimeout } from 'node:timers/promises';
import type { MiddlewareFn } from 'grammy';
import type { Update, User, UserFromGetMe } from 'grammy/types';
import type { Sql } from '../../kit/database.ts';
import { isDatabaseUnavailable } from '../../kit/database-errors.ts';
import { DomainError } from '../../kit/errors.ts';
import type { Log } from '../../kit/log.ts';
import { about } from '../../kit/request.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Services } from '../../purchases/services.ts';
import { ResellerDisabledError } from '../../resellers/errors.ts';
import { BotContext, OutsideWork } from '../dialogues/context.ts';
import { savePerson, toMessages } from '../outgoing/outbox.ts';
import { claimUpdate, counted, languageOf, type Profile } from '../people/people.ts';
import { isGroup, pauseAfter } from '../telegram/client.ts';
import type { Html } from '../texts/html.ts';
import { textsIn } from '../texts/texts.ts';
import { dropUpdate, senderOf } from './inbox.ts';

/** Transactions at once: half of the connections of a process, so that the other doors have the rest. */
const TRANSACTIONS = 4;
/** Updates that are in memory at once, most of them waiting. Telegram and the database keep the others. */
const MOST_UNDER_WAY = 500;
/**
 * Updates of one person that wait: twice as many as are answered in a minute. More are not, whatever holds
 * the person up, so that nobody's leave no room for those of others.
 */
const MOST_OF_PERSON = 60;
/**
 * For how long an update waits for an older one of its person that another process has written down: longer
 * than that takes, also when the process dies and another one takes it up. What cannot be handled at all
 * holds nobody up for longer.
 */
const WAITS_FOR_OLDER_MS = 120_000;
/** Between the tries of an update that waits for an older one, or for the database. */
const PAUSES = { first: 50, longest: 1_000 };
/** Telegram's names are shorter. */
const MAX_NAME_CHARACTERS = 128;

interface HandlerOptions {
  services: Services;
  payments: Payments;
  dialogues: MiddlewareFn<BotContext>;
  me: () => Promise<UserFromGetMe>;
  log: Log;
  /** Aborted when the process is to stop. */
  signal: AbortSignal;
  onAnswered: () => void;
  /** Called when an update has to wait for an upstream, or is one too many, with what is told then. */
  onWaiting: (update: Update, told?: string) => void;
}

interface Queued {
  update: Update;
  sender: User;
}

/** Has updates take effect: those of different people side by side, those of one by their numbers. */
export class Handler {
  readonly #options: HandlerOptions;
  readonly #queues = new Map<number, Queued[]>();
  readonly #underWay = new Set<number>();
  #nextEnd = Promise.withResolvers<void>();
  readonly #waiting: (() => void)[] = [];
  #free = TRANSACTIONS;

  constructor(options: HandlerOptions) {
    this.#options = options;
  }

  /** Handles updates that were received. One that is under way in this process is left alone. */
  take(updates: readonly Update[]): void {
    for (const update of updates) {
      const sender = senderOf(update);
      if (!sender || this.#underWay.has(update.update_id)) continue;
      this.#underWay.add(update.update_id);
      this.#enter({ update, sender });
    }
  }

  /** Resolves when more updates may be taken. */
  async room(): Promise<void> {
    while (this.#underWay.size >= MOST_UNDER_WAY) await this.#nextEnd.promise;
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await this.#nextEnd.promise;
  }

  #enter(queued: Queued): void {
    const { update, sender } = queued;
    const queue = this.#queues.get(sender.id);
    if (hasToBeQuick(update)) {
      void this.#handleAll([queued]);
    } else if (!queue) {
      const fresh = [queued];
      this.#queues.set(sender.id, fresh);
      void this.#handleAll(fresh);
    } else if (queue.length >= MOST_OF_PERSON && !isPayment(update)) {
      const texts = textsIn(languageOf(sender.language_code));
      this.#options.onWaiting(update, texts.label('busy-press'));
      const { services, log } = this.#options;
      void dropUpdate(services.database.sql, update.update_id)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'an update could not be dropped; it is taken up again later'),
        )
        .then(() => this.#end(update));
    } else {
      const next = queue.findIndex((other) => other.update.update_id > update.update_id);
      queue.splice(next < 0 ? queue.length : next, 0, queued);
    }
  }

  /** Between two tries of one update an older one may have come, which is then handled first. */
  async #handleAll(queue: Queued[]): Promise<void> {
    const { signal } = this.#options;
    let tries = 0;
    for (let [next] = queue; next; [next] = queue) {
      tries += 1;
      if ((await about({ cause: 'chat' }, () => this.#handle(next))) || signal.aborted) {
        queue.splice(queue.indexOf(next), 1);
        if (queue.length === 0 && this.#queues.get(next.sender.id) === queue)
          this.#queues.delete(next.sender.id);
        this.#end(next.update);
        tries = 0;
      } else {
        await setTimeout(pauseAfter(tries, PAUSES), undefined, { signal }).catch(() => {});
      }
    }
  }

  #end({ update_id: updateId }: Update): void {
    this.#underWay.delete(updateId);
    this.#nextEnd.resolve();
    this.#nextEnd = Promise.withResolvers();
  }

  /** Returns false when the update is to be tried again. */
  async #handle(queued: Queued): Promise<boolean> {
    const { log, dialogues, signal } = this.#options;
    try {
      return await this.#runDialogue(queued, dialogues);
    } catch (error) {
      // The process stops before Telegram has told it who it is: the next one handles the update.
      if (signal.aborted && error === signal.reason) return false;
      if (isDatabaseUnavailable(error)) {
        log.warn({ err: error }, 'an update could not be handled; trying again');
        return false;
      }
      if (!(error instanceof DomainError)) log.error({ err: error }, 'unexpected error');
      // Money has come or gone: the update stays, to be taken up again, until it has taken effect.
      if (hasMovedMoney(queued.update)) return true;
      // What the dialogue has done is undone. The update still ends with this answer.
      return this.#runDialogue(queued, (ctx) =>
        refuse(ctx, error instanceof DomainError ? ctx.texts.refusal(error) : ctx.texts.message('failed')),
      ).catch((failure: unknown) => {
        log.error({ err: failure }, 'an update could not be answered');
        return !isDatabaseUnavailable(failure);
      });
    }
  }

  /** Returns false when an older update of the person is still being handled, by another process. */
  async #runDialogue(queued: Queued, dialogue: MiddlewareFn<BotContext>): Promise<boolean> {
    const { services, me: readMe, onAnswered, onWaiting } = this.#options;
    const me = await readMe();
    const outside = new OutsideWork();
    const transact = () =>
      // Without a mark of its commit: an update that is claimed has taken effect.
      services.database.inFencedUnitOfWork((_em, tx) =>
        this.#transact(tx, { ...queued, me, outside, dialogue }),
      );
    const { isHandled, afterCommit } = await outside.untilDone(
      services,
      () => this.#oneOfFew(transact),
      () => onWaiting(queued.update),
    );
    for (const call of afterCommit) call();
    onAnswered();
    return isHandled;
  }

  async #transact(
    tx: Sql,
    given: Queued & { me: UserFromGetMe; outside: OutsideWork; dialogue: MiddlewareFn<BotContext> },
  ): Promise<{ isHandled: boolean; afterCommit: readonly (() => void)[] }> {
    const { update, sender, me, outside, dialogue } = given;
    const { services, payments } = this.#options;
    const now = services.clock.now();
    const waitsFor = hasToBeQuick(update) ? null : new Date(now.getTime() - WAITS_FOR_OLDER_MS);
    const claim = { updateId: update.update_id, now, waitsFor, ...profileOf(sender) };
    const person = await claimUpdate(tx, claim);
    if (typeof person === 'string') return { isHandled: person === 'handled', afterCommit: [] };
    // What has to do with a payment is handled at whatever rate, and groups have another limit. Who blocks
    // the bot, or comes back, is told nothing, but it has to be noticed.
    const isMembership = update.my_chat_member !== undefined;
    const { rate, verdict, seconds } =
      isPayment(update) || isMembership || isGroup(sender.id)
        ? { rate: person.rate, verdict: 'handle' as const, seconds: 0 }
        : counted(person.rate, now);
    person.rate = rate;
    const database = services.database.joinedTo(tx);
    const ctx = new BotContext({ update, me, person, database, services, payments, now, outside });
    // What was begun before is ended: it may have charged.
    const isToldWhy = !outside.isBegun && !hasMovedMoney(update) && !isMembership;
    const disabled = person.disabledReason === null ? null : new ResellerDisabledError(person.disabledReason);
    if (verdict === 'handle' && disabled && isToldWhy) await refuse(ctx, ctx.texts.refusal(disabled));
    else if (verdict === 'handle') await dialogue(ctx, async () => {});
    else await slowDown(ctx, seconds, verdict === 'refuse');
    // A button stays pressed until its press is answered; one that had to wait was answered before.
    if (ctx.callbackQuery && verdict === 'handle' && !outside.isBegun) await ctx.answerOnce();
    const calls = person.isBlocked ? [] : ctx.calls;
    await savePerson(tx, person, toMessages(services.vault, person, calls), now);
    return { isHandled: true, afterCommit: ctx.afterCommit };
  }

  async #oneOfFew<T>(work: () => Promise<T>): Promise<T> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

/** Says that an update is not taken, and when the next one is: to each press, and in reply to a message. */
async function slowDown(ctx: BotContext, seconds: number, isMessageTold: boolean): Promise<void> {
  const { callbackQuery, msgId, texts } = ctx;
  if (callbackQuery) return void (await ctx.answerCallbackQuery(texts.label('slow-down-press', { seconds })));
  if (!isMessageTold || msgId === undefined) return;
  await ctx.reply(texts.message('slow-down', { seconds }).text, {
    parse_mode: 'HTML',
    reply_parameters: { message_id: msgId, allow_sending_without_reply: true },
  });
}

/** Says why an update is not handled. Who is about to pay hears it from Telegram, which takes no money. */
async function refuse(ctx: BotContext, why: Html): Promise<void> {
  if (ctx.preCheckoutQuery)
    await ctx.answerPreCheckoutQuery(false, ctx.texts.label('checkout-refused', { reason: 'failed' }));
  else await ctx.say(why);
}

/** Telegram's question before a payment waits for nothing: it has 10 seconds. */
function hasToBeQuick(update: Update): boolean {
  return update.pre_checkout_query !== undefined;
}

function hasMovedMoney({ message }: Update): boolean {
  return message?.successful_payment !== undefined || message?.refunded_payment !== undefined;
}

function isPayment(update: Update): boolean {
  return hasToBeQuick(update) || hasMovedMoney(update);
}

function profileOf({ id, first_name: first, last_name: last, username, language_code }: User): Profile {
  const name = [first, last].filter(Boolean).join(' ');
  return {
    userId: id,
    name: storable(name),
    username: username === undefined ? null : storable(username),
    language: languageOf(language_code),
  };
}

/** PostgreSQL refuses NUL in texts. */
function storable(text: string): string {
  return [...text.toWellFormed().replaceAll('\u0000', '')].slice(0, MAX_NAME_CHARACTERS).join('');
}
