import { randomUUID } from 'node:crypto';
import { noteAlert } from '../bot/alerts.ts';
import { DAY_MS } from '../kit/clock.ts';
import { openDatabase } from '../kit/database.ts';
import { giveBackLease, inOneProcess } from '../kit/lease.ts';
import type { Log, LogFields } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { checkLedger, checkUpstreams } from '../operator/check-books.ts';
import type { Services } from '../purchases/services.ts';
import { type CheckName, knownProblems, readBookChecks } from '../reconciliation/book-checks.ts';
import { checkSomeBalances } from '../reconciliation/check-some-balances.ts';
import type { SettledFinding } from '../reconciliation/reconcile.ts';
import type { LedgerProblem } from '../reconciliation/verify-ledger.ts';

const LEASE = { name: 'book-checks', seconds: 150 };
/** What reads all of the ledger comes first: it is a check of what is new, too. */
const EVERY_MS: readonly (readonly [CheckName, number])[] = [
  ['ledger_all', 7 * DAY_MS],
  ['ledger_new', DAY_MS / 24],
  ['upstreams', DAY_MS],
];
/** What a check of all of the ledger has found, only the next one can find mended. */
const WHILE_WRONG_MS = DAY_MS;
const REST_MS = 10 * 60_000;
/** After each check of all of the ledger, for others to come first; less than a transaction may be idle. */
const PAUSE_MS = 5_000;
const MOST_LOGGED = 20;
const WRITE_DOWN = { book: false, giveBack: false, onProgress() {} };

/**
 * Checks the books, in one process of all: what is new in the ledger each hour, all of it each week, and what
 * the upstreams have each day. It tells what it finds, and mends nothing.
 */
export class BookRounds {
  readonly #services: Services;
  readonly #databaseUrl: string;
  readonly #log: Log;
  readonly #holder = randomUUID();
  readonly #restUntil = new Map<CheckName, number>();
  #nextBalance = 0;

  constructor(services: Services, databaseUrl: string, log: Log) {
    this.#services = services;
    this.#databaseUrl = databaseUrl;
    this.#log = log;
  }

  async round(): Promise<void> {
    await inOneProcess(this.#services.database.sql, LEASE, this.#holder, async () => {
      const name = await this.#due();
      if (name) await this.#check(name);
    });
  }

  /** Looks at all balances in turn, some in each round. What it finds wrong only a verification clears. */
  async balances(): Promise<void> {
    const { database, clock } = this.#services;
    const { wrong, next } = await checkSomeBalances(database.sql, this.#nextBalance);
    this.#nextBalance = next;
    if (wrong.length === 0) return;
    const advice = `"${operatorCommand('ledger verify')}" lists them`;
    this.#log.error({ resellerId: wrong[0] }, `a balance is not what the ledger says; ${advice}`);
    await noteAlert(database.sql, { subject: 'ledger', isGood: false, detail: null }, clock.now());
  }

  async close(): Promise<void> {
    await giveBackLease(this.#services.database.sql, LEASE.name, this.#holder);
  }

  async #due(): Promise<CheckName | undefined> {
    const checks = await readBookChecks(this.#services.database.sql);
    const atMost = knownProblems({ ledger_all: checks.ledger_all }) > 0 ? WHILE_WRONG_MS : Infinity;
    const isDue = ([name, everyMs]: (typeof EVERY_MS)[number]) => {
      const dueAt = (checks[name]?.checkedAt.getTime() ?? 0) + Math.min(everyMs, atMost);
      return this.#services.clock.now().getTime() >= Math.max(dueAt, this.#restUntil.get(name) ?? 0);
    };
    return EVERY_MS.find(isDue)?.[0];
  }

  async #check(name: CheckName): Promise<void> {
    const { clock, delay } = this.#services;
    // A connection of its own, on which statements may take minutes.
    const database = await openDatabase({ url: this.#databaseUrl, entities: [], slowStatements: true });
    const services = { ...this.#services, database };
    try {
      const wrong =
        name === 'upstreams'
          ? (await checkUpstreams(services, WRITE_DOWN)).findings
          : (await checkLedger(services, name === 'ledger_all', () => delay(PAUSE_MS))).problems;
      for (const found of wrong.slice(0, MOST_LOGGED))
        this.#log.error(fieldsOf(found), 'the books are wrong');
    } catch (error) {
      this.#restUntil.set(name, clock.now().getTime() + REST_MS);
      throw error;
    } finally {
      await database.close();
    }
  }
}

function fieldsOf(found: SettledFinding | LedgerProblem): LogFields {
  const { resellerId } = found;
  if ('problem' in found) return { resellerId, operationId: found.operationId, reason: found.problem };
  return { upstream: found.upstream, resellerId, operationId: found.reference, reason: found.kind };
}
