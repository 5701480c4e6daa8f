import type { Middleware } from 'grammy';
import type { Update, User, UserFromGetMe } from 'grammy/types';
import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../../kit/connection-errors.ts';
import type { Sql } from '../../kit/database.ts';
import { DomainError } from '../../kit/errors.ts';
import type { Services } from '../../purchases/services.ts';
import { BotContext, type Outcome, Outside } from '../dialogues/context.ts';
import { toMessages } from '../outgoing/outbox.ts';
import { claimUpdate, type Profile, savePerson } from '../people/people.ts';
import { languageOf } from '../texts/language.ts';
import { dropUpdate } from './inbox.ts';
import { counted } from './rate.ts';
import { senderOf } from './sender-of.ts';

/** Transactions at once: half of the connections of a process, so that the other doors have the rest. */
const TRANSACTIONS = 4;
/** Updates that are in memory at once, most of them waiting. Telegram and the database keep the others. */
const MOST_UNDER_WAY = 500;
/**
 * Updates of one person that wait: twice as many as are answered in a minute. More are not, whatever holds
 * the person up, so that nobody's leave no room for those of others.
 */
const MOST_OF_PERSON = 60;
/** Telegram's names are shorter. */
const MAX_NAME_CHARACTERS = 128;

interface HandlerOptions {
  services: Services;
  dialogues: Middleware<BotContext>;
  me: () => Promise<UserFromGetMe>;
  log: Logger;
  /** Aborted when the process is to stop. */
  signal: AbortSignal;
  /** Called when messages have been written to the outbox. */
  onAnswered: () => void;
  /** Called when an update has to wait for an upstream. */
  onWaiting: (update: Update) => void;
}

/** Has updates take effect: those of different people side by side, those of one in their order. */
export class Handler {
  readonly #options: HandlerOptions;
  /** Of each person who has updates under way: how many, and the end of the last one. */
  readonly #people = new Map<number, { updates: number; last: Promise<void> }>();
  /** The ends of all that are under way, by their ids. */
  readonly #underWay = new Map<number, Promise<void>>();
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
      this.#underWay.set(update.update_id, this.#inTurn(update, sender));
    }
  }

  /** Resolves when more updates may be taken. */
  async room(): Promise<void> {
    while (this.#underWay.size >= MOST_UNDER_WAY) await Promise.race(this.#underWay.values());
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.values());
  }

  /** After the person's updates before it, for which Telegram's question before a payment does not wait. */
  async #inTurn(update: Update, sender: User): Promise<void> {
    const person = this.#people.get(sender.id) ?? { updates: 0, last: Promise.resolve() };
    const isTooMuch = person.updates >= MOST_OF_PERSON && !isPayment(update);
    const before = update.pre_checkout_query || isTooMuch ? Promise.resolve() : person.last;
    const end = before.then(() => (isTooMuch ? this.#drop(update) : this.#handle(update, sender)));
    person.updates += 1;
    if (!update.pre_checkout_query && !isTooMuch) person.last = end;
    this.#people.set(sender.id, person);
    try {
      await end;
    } finally {
      person.updates -= 1;
      if (person.updates === 0) this.#people.delete(sender.id);
      this.#underWay.delete(update.update_id);
    }
  }

  async #handle(update: Update, sender: User): Promise<void> {
    const { log, dialogues, signal } = this.#options;
    try {
      await this.#runDialogue(update, sender, dialogues);
    } catch (error) {
      // The process stops before Telegram has told it who it is: the next one handles the update.
      if (signal.aborted && error === signal.reason) return;
      if (isDatabaseUnavailable(error)) {
        log.warn({ err: error }, 'an update could not be handled; it is taken up again later');
        return;
      }
      if (!(error instanceof DomainError)) log.error({ err: error }, 'unexpected error');
      // Money has come: the update stays, to be taken up again, until it has taken effect.
      if (update.message?.successful_payment) return;
      // What the dialogue has done is undone. The update still ends with this answer.
      await this.#runDialogue(update, sender, (ctx) =>
        ctx.preCheckoutQuery
          ? ctx.answerPreCheckoutQuery(false, ctx.texts.checkoutRefused('failed'))
          : ctx.say(error instanceof DomainError ? ctx.texts.refusal(error) : ctx.texts.failed()),
      ).catch((failure: unknown) => log.error({ err: failure }, 'an update could not be answered'));
    }
  }

  async #drop({ update_id: updateId }: Update): Promise<void> {
    const { services, log } = this.#options;
    await dropUpdate(services.database.sql, updateId).catch((error: unknown) =>
      log.warn({ err: error }, 'an update could not be dropped; it is taken up again later'),
    );
  }

  async #runDialogue(update: Update, sender: User, dialogue: Middleware<BotContext>): Promise<void> {
    const { services, me: readMe, onAnswered, onWaiting } = this.#options;
    const me = await readMe();
    const outcomes = new Map<string, Outcome>();
    for (;;) {
      try {
        await this.#oneOfFew(() =>
          // Without a mark of its commit: an update that is claimed has taken effect.
          services.database.inFencedUnitOfWork((_em, tx) =>
            this.#transact(tx, { update, sender, me, outcomes, dialogue }),
          ),
        );
        onAnswered();
        return;
      } catch (error) {
        if (!(error instanceof Outside)) throw error;
        if (outcomes.size === 0) onWaiting(update);
        const [outcome] = await Promise.allSettled([error.work(services)]);
        outcomes.set(error.key, outcome);
      }
    }
  }

  async #transact(
    tx: Sql,
    turn: {
      update: Update;
      sender: User;
      me: UserFromGetMe;
      outcomes: ReadonlyMap<string, Outcome>;
      dialogue: Middleware<BotContext>;
    },
  ): Promise<void> {
    const { services } = this.#options;
    const { update, sender, me, outcomes } = turn;
    const now = services.clock.now();
    const person = await claimUpdate(tx, { updateId: update.update_id, now, ...profileOf(sender) });
    if (!person) return;
    const { rate, verdict } = isPayment(update)
      ? { rate: person.rate, verdict: 'handle' as const }
      : counted(person.rate, now);
    person.rate = rate;
    const database = services.database.joinedTo(tx);
    const ctx = new BotContext({ update, me, person, database, services, now, outcomes });
    if (verdict === 'handle') await run(turn.dialogue, ctx);
    else if (verdict === 'slow_down') await ctx.say(ctx.texts.slowDown());
    // A button stays pressed until its press is answered; one that had to wait was answered before.
    if (ctx.callbackQuery && verdict === 'handle' && outcomes.size === 0) await ctx.answerOnce();
    const calls = person.isBlocked ? [] : ctx.calls;
    await savePerson(tx, person, toMessages(services.vault, person, calls), now);
  }

  async #oneOfFew(work: () => Promise<void>): Promise<void> {
    if (this.#free === 0) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#free -= 1;
    try {
      await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}

async function run(dialogue: Middleware<BotContext>, ctx: BotContext): Promise<void> {
  const handle = typeof dialogue === 'function' ? dialogue : dialogue.middleware();
  await handle(ctx, async () => {});
}

/** What has to do with a payment is handled at whatever rate. */
function isPayment({ pre_checkout_query: checkout, message }: Update): boolean {
  return checkout !== undefined || message?.successful_payment !== undefined;
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
