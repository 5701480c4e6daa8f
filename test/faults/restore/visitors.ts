import { sql } from 'kysely';
import { readBooks } from '../books.ts';
import { type Booked, writeBook } from '../chat/book.ts';
import { ChatControl } from '../chat/chat-control.ts';
import { readChatRecord } from '../chat/chat-record.ts';
import { untilAnswered } from '../chat/check-answers.ts';
import { checkBookAfterRestore } from '../chat/check-book.ts';
import { closeAccounts } from '../chat/closing.ts';
import { type Deeds, doDeeds, giveBackByTelegram } from '../chat/deeds.ts';
import { type Act, prepareAct } from '../chat/prepare-act.ts';
import { read } from '../chat/sayings.ts';
import { operate, type ShownFinding, type ShownPayment } from '../operate.ts';
import type { Random } from '../random.ts';
import type { System } from '../system.ts';

const ACTS: readonly Act[] = ['stars payment', 'crypto payment', 'purchase', 'traffic'];
/** Who does everything before the restored instant, prepares it then, begins after it, or comes later. */
const DONE = 100;
const PREPARED = 200;
const BEGUN_AFTER = 300;
const LATER = 400;

/** People who talk to the bot around the restored instant, each of whom does one thing. */
export class Visitors {
  readonly #system: System;
  readonly #chat: ChatControl;
  readonly #random: Random;
  readonly #deeds: Deeds[] = [];
  #resumedAt = 0;
  #prepared: ((() => Promise<unknown>) | undefined)[] = [];

  constructor(system: System, random: Random) {
    this.#system = system;
    this.#chat = new ChatControl(system.control);
    this.#random = random;
  }

  async before(): Promise<void> {
    await this.#chat.reportTo(this.#system.processes[0]?.url ?? '');
    const started = ACTS.map((_, index) => this.#prepare('text', BEGUN_AFTER + index));
    const done = this.#actAll(DONE);
    this.#prepared = await Promise.all(ACTS.map((act, index) => this.#prepare(act, PREPARED + index)));
    await Promise.all([...started, done]);
    await this.#correct(['adjust', 'top up', 'top up again', 'refund', 'give back', 'credit']);
    await untilAnswered(this.#system, () => readChatRecord(this.#system.journals));
  }

  /** What the restore takes back, but for what the providers and the upstreams know of it. */
  async afterwards(): Promise<void> {
    const { paid } = readChatRecord(this.#system.journals);
    const own = paid.find(({ user, provider }) => user === DONE && provider === 'stars');
    const given = own && giveBackByTelegram(this.#system, DONE, own.chargeId);
    const prepared = this.#prepared.map((does) => does?.());
    await Promise.all([given, ...prepared, this.#actAll(BEGUN_AFTER), this.#correct(['adjust', 'top up'])]);
  }

  /** What the operator does before the service is started on the restored database. */
  async resume(forgotten: readonly ShownPayment[]): Promise<string[]> {
    for (const deeds of this.#deeds) await deeds.repeat({ isRestored: true });
    const wrong = forgotten
      .filter(({ state }) => state === 'unknown')
      .map(async ({ provider, chargeId, paymentId }) => {
        const record = readChatRecord(this.#system.journals);
        const one = record.paid.find((paid) => paid.provider === provider && paid.chargeId === chargeId);
        const title =
          record.shown.find(({ messageId }) => messageId === one?.messageId)?.invoice?.title ?? '';
        const usd =
          provider === 'stars' ? Number(read('starsInvoice', title)?.usd) / 1e6 : Number(one?.amount);
        const user = one?.user ?? this.#chat.payers.get(chargeId) ?? 0;
        const to = ['--reseller', String(await this.#resellerOf(user)), '--usd', usd.toFixed(2)];
        const answer = await operate(this.#system, 'payment', 'credit', '--payment', paymentId, ...to);
        return answer === undefined || answer === 'refused'
          ? [`restored: ${paymentId} cannot be credited: ${answer}`]
          : [];
      });
    return (await Promise.all(wrong)).flat();
  }

  async after(): Promise<void> {
    this.#resumedAt = Date.now();
    await this.#chat.reportTo(this.#system.processes[0]?.url ?? '');
    await this.#actAll(LATER);
  }

  async check(
    reconciled: readonly ShownFinding[],
  ): Promise<{ violations: string[]; counts: Record<string, number> }> {
    const { journals, services } = this.#system;
    // What was done in the time that is lost has left nothing in the books.
    const since = () => {
      const record = readChatRecord(journals);
      return { ...record, updates: record.updates.filter(({ at }) => at >= this.#resumedAt), paid: [] };
    };
    const waiting = await untilAnswered(this.#system, since);
    const users = new Set(readChatRecord(journals).updates.map(({ user }) => user));
    waiting.push(...(await closeAccounts(this.#chat, [...users])));
    const people = await sql<{ user_id: number; reseller_id: number }>`
      select user_id, reseller_id from bot_people`.execute(services.database.sql);
    const owners = new Map(people.rows.map(({ user_id, reseller_id }) => [reseller_id, user_id]));
    const booked = reconciled.flatMap(({ kind, done, resellerId, reference }): Booked[] => {
      const user = owners.get(resellerId ?? 0);
      return kind === 'lost' && done === 'booked' && user !== undefined ? [{ user, reference }] : [];
    });
    const deeds = this.#deeds.flatMap(({ all }) => all);
    const record = readChatRecord(journals);
    const { operations, events } = await readBooks(this.#system);
    const book = writeBook({
      ...{ record, operations, events, deeds, booked, journals, payers: this.#chat.payers },
      ...{ disturbances: 0, marks: new Map(), movedEnds: new Set() },
    });
    const counts = {
      paid: record.paid.length,
      deeds: deeds.length,
      booked: booked.length,
      sales: book.sales.length,
    };
    const few = Object.entries(counts).filter(([what, count]) => what !== 'booked' && count < ACTS.length);
    return {
      violations: [
        ...waiting.map((what) => `unfinished: ${what}`),
        ...few.map(([what, count]) => `run: too few ${what} in the chats: ${count}`),
        ...checkBookAfterRestore(book),
      ],
      counts,
    };
  }

  async #prepare(act: Act, user: number): Promise<(() => Promise<unknown>) | undefined> {
    return prepareAct(this.#system, this.#chat, user, act);
  }

  async #actAll(first: number): Promise<void> {
    await Promise.all(ACTS.map(async (act, index) => (await this.#prepare(act, first + index))?.()));
  }

  async #correct(kinds: Parameters<typeof doDeeds>[3]): Promise<void> {
    const deeds = doDeeds(this.#system, this.#chat, this.#random.fork(), kinds);
    this.#deeds.push(deeds);
    await deeds.ended;
  }

  async #resellerOf(user: number): Promise<number> {
    const { rows } = await sql<{ reseller_id: number }>`
      select reseller_id from bot_people where user_id = ${user}`.execute(this.#system.services.database.sql);
    return rows[0]?.reseller_id ?? 0;
  }
}
