import type { Clock } from '../kit/clock.ts';
import type { Database, Sql } from '../kit/database.ts';
import type { Log } from '../kit/log.ts';
import type { UnexpectedPayment } from '../payments/provider.ts';
import { listAccounts } from '../upstreams/account-book.ts';
import type { Condition, OnCondition } from '../upstreams/own-account.ts';
import { FIRST_ACCOUNT } from '../upstreams/term.ts';

/** The networks and providers whose condition the operator is told of. */
type Watched = 'px6' | 'dataimpulse' | 'cryptopay';
type UpstreamSubject = `${Watched}_answers` | 'px6_balance' | 'px6_key' | 'px6_user' | 'dataimpulse_balance';
/**
 * What can go wrong, and be well again. Of several accounts at PX6 all but the first are subjects of their
 * own, with the account behind a colon. Each payment that came and was not credited, or that was given back
 * without us, is a subject with its id behind a colon, which stays as it is.
 */
export type Subject =
  | UpstreamSubject
  | `${UpstreamSubject}:${string}`
  | 'ledger'
  | 'upstreams'
  | `${'payments' | 'refunds'}:${string}`;

export interface Alert {
  subject: Subject;
  isGood: boolean;
  /** An upstream's balance, as it writes it, what differs, or ids of payments in lines; null for nothing. */
  detail: string | null;
}

/**
 * Writes down how a subject stands, for the operator's chat. What is good and never was otherwise is not
 * told. Returns whether it is news, of all processes.
 */
export async function noteAlert(sql: Sql, { subject, isGood, detail }: Alert, at: Date): Promise<boolean> {
  const row = await sql
    .insertInto('bot_alerts')
    .values({ subject, is_good: isGood, detail, changed_at: at, told_good: true, told_at: null })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet({ is_good: isGood, detail, changed_at: at })
        .where('bot_alerts.is_good', '!=', isGood),
    )
    .returning('subject')
    .executeTakeFirst();
  return row !== undefined;
}

const TOPICS = { uncredited: 'payments', given_back: 'refunds' } as const;

/** Writes down, in the transaction in which it becomes so, that the operator has to know of a payment. */
export async function noteUnexpected(tx: Sql, { paymentId, what, at }: UnexpectedPayment): Promise<void> {
  const subject: Subject = `${TOPICS[what]}:${paymentId}`;
  await noteAlert(tx, { subject, isGood: false, detail: paymentId }, at);
}

const LACKS: Record<Condition['about'], string> = {
  answers: 'it does not answer',
  balance: 'our balance there is low',
  key: 'it refuses our key',
  user: 'its key is that of another user',
};

/** How long a process takes what it has written down for true: another one may have seen something else. */
const REMEMBERED_MS = 60_000;

/** What one process has seen of its upstreams, written down when it changes, and once a minute. */
export class UpstreamAlerts {
  readonly #options: { database: Database; clock: Clock; log: Log };
  readonly #seen = new Map<Subject, { isGood: boolean; at: number }>();
  /** One after the other, so that the last one that is seen is the last one that is written. */
  #writes: Promise<void> = Promise.resolve();

  constructor(options: { database: Database; clock: Clock; log: Log }) {
    this.#options = options;
  }

  /** What an upstream's adapter tells, of one of our accounts there. */
  of(upstream: Watched, account = FIRST_ACCOUNT): OnCondition {
    return ({ about, isGood, detail }) => {
      // Crypto Pay keeps no money of ours that we spend, and tells nothing of it.
      const first = `${upstream}_${about}` as UpstreamSubject;
      const subject: Subject = account === FIRST_ACCOUNT ? first : `${first}:${account}`;
      const at = this.#options.clock.now().getTime();
      const seen = this.#seen.get(subject);
      if (seen?.isGood === isGood && at - seen.at < REMEMBERED_MS) return;
      this.#seen.set(subject, { isGood, at });
      this.#writes = this.#writes.then(() => this.#write({ subject, isGood, detail: detail ?? null }, about));
    };
  }

  close(): Promise<void> {
    return this.#writes;
  }

  async #write(alert: Alert, about: Condition['about']): Promise<void> {
    const { database, clock, log } = this.#options;
    try {
      const { subject, isGood } = alert;
      if (about === 'balance' && !isGood) alert.detail ??= await this.#lastBalance(subject);
      const isNews = await noteAlert(database.sql, alert, clock.now());
      if (isNews && !isGood)
        log.error(
          { upstream: subject },
          `an upstream needs the operator: ${[LACKS[about], alert.detail].filter(Boolean).join(', ')}`,
        );
    } catch (error) {
      // What is seen next is written.
      this.#seen.delete(alert.subject);
      log.warn({ err: error }, 'the condition of an upstream could not be written down');
    }
  }

  async #lastBalance(subject: Subject): Promise<string | null> {
    const { database, clock } = this.#options;
    const [name, account = FIRST_ACCOUNT] = subject.split(':');
    const known = await listAccounts(database.sql, clock.now());
    const balance = known.find(
      (one) => `${one.upstream}_balance` === name && one.account === account,
    )?.balance;
    return balance ? `${Number(balance.amount) / 1_000_000} ${balance.unit}` : null;
  }
}

const NAMES: Record<Watched, string> = { px6: 'PX6', dataimpulse: 'DataImpulse', cryptopay: 'Crypto Pay' };

/** What an alert is about, and the name of its upstream, with the account unless it is the first one. */
export function watchedBy(subject: Subject): { about: string; name: string } {
  const [topic = '', account] = subject.split(':');
  const [upstream, about] = topic.split('_');
  if (about === undefined) return { about: topic, name: '' };
  const name = NAMES[upstream as Watched];
  return { about, name: account === undefined ? name : `${name} (${account})` };
}

/** Whether an alert about payments names one. */
export function isOne(detail: string | null): boolean {
  return !detail?.includes('\n');
}
