import { noteAlert } from '../bot/alerts.ts';
import { DAY_MS } from '../kit/clock.ts';
import { openDatabase } from '../kit/database.ts';
import type { Job } from '../kit/job.ts';
import type { Log, LogFields } from '../kit/log.ts';
import { operatorCommand } from '../kit/program.ts';
import { checkLedger, checkUpstreams } from '../operator/check-books.ts';
import type { Services } from '../purchases/services.ts';
import {
  type CheckName,
  checkSomeBalances,
  knownProblems,
  readBookChecks,
} from '../reconciliation/book-checks.ts';
import type { SettledFinding } from '../reconciliation/reconcile.ts';
import type { LedgerProblem } from '../reconciliation/verify-ledger.ts';

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

interface Needs {
  services: Services;
  databaseUrl: string;
  log: Log;
}

/** Looks at all balances in turn, some in each round. What it finds wrong only a verification clears. */
export const BALANCE_JOB: Job<Needs> = {
  name: 'balances',
  // 200 balances a minute are some milliseconds of the database, and those of a thousand resellers in five.
  everyMs: 60_000,
  begin({ services: { database, clock }, log }) {
    let from = 0;
    return {
      async round() {
        const { wrong, next } = await checkSomeBalances(database.sql, from);
        from = next;
        if (wrong.length === 0) return;
        const advice = `"${operatorCommand('ledger verify')}" lists them`;
        log.error({ resellerId: wrong[0] }, `a balance is not what the ledger says; ${advice}`);
        await noteAlert(database.sql, { subject: 'ledger', isGood: false, detail: null }, clock.now());
      },
    };
  },
};

/**
 * Checks the books: what is new in the ledger each hour, all of it each week, and what the upstreams have
 * each day. It tells what it finds, and mends nothing.
 */
export const BOOK_JOB: Job<Needs> = {
  name: 'books',
  everyMs: 60_000,
  leader: { name: 'book-checks', seconds: 150 },
  begin({ services, databaseUrl, log }) {
    const { clock } = services;
    const restUntil = new Map<CheckName, number>();
    return {
      async round() {
        const name = await dueCheck(services, restUntil);
        if (!name) return;
        // A connection of its own, on which statements may take minutes.
        const database = await openDatabase({ url: databaseUrl, entities: [], slowStatements: true });
        try {
          for (const found of (await check({ ...services, database }, name)).slice(0, MOST_LOGGED))
            log.error(fieldsOf(found), 'the books are wrong');
        } catch (error) {
          restUntil.set(name, clock.now().getTime() + REST_MS);
          throw error;
        } finally {
          await database.close();
        }
      },
    };
  },
};

async function dueCheck(
  { database, clock }: Services,
  restUntil: ReadonlyMap<CheckName, number>,
): Promise<CheckName | undefined> {
  const checks = await readBookChecks(database.sql);
  const atMost = knownProblems({ ledger_all: checks.ledger_all }) > 0 ? WHILE_WRONG_MS : Infinity;
  const isDue = ([name, everyMs]: (typeof EVERY_MS)[number]) => {
    const dueAt = (checks[name]?.checkedAt.getTime() ?? 0) + Math.min(everyMs, atMost);
    return clock.now().getTime() >= Math.max(dueAt, restUntil.get(name) ?? 0);
  };
  return EVERY_MS.find(isDue)?.[0];
}

async function check(services: Services, name: CheckName): Promise<(SettledFinding | LedgerProblem)[]> {
  if (name === 'upstreams') return (await checkUpstreams(services, WRITE_DOWN)).findings;
  const pause = () => services.delay(PAUSE_MS);
  return (await checkLedger(services, name === 'ledger_all', pause)).problems;
}

function fieldsOf(found: SettledFinding | LedgerProblem): LogFields {
  const { resellerId } = found;
  if ('problem' in found) return { resellerId, operationId: found.operationId, reason: found.problem };
  return { upstream: found.upstream, resellerId, operationId: found.reference, reason: found.kind };
}
