import { randomUUID } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';
import type { Database } from '../kit/database.ts';
import type { Job } from '../kit/job.ts';
import { takeLease } from '../kit/lease.ts';
import { type AccountBook, listAccounts } from './account-book.ts';
import { UpstreamError } from './failure.ts';
import { FIRST_ACCOUNT, type TermUpstream } from './term.ts';
import type { TrafficUpstream } from './traffic.ts';

/** A balance that was read so long ago is asked for. PX6 says it with each answer, DataImpulse never. */
const OLD_MS = 5 * 60_000;
/** One process asks for all; another one takes over when it has missed a round. */
const LEASE_SECONDS = 150;

interface Upstreams {
  term: TermUpstream;
  traffic: TrafficUpstream;
}

/**
 * Keeps the balances of our accounts at the upstreams known, also of accounts that nothing is bought with:
 * writes down what was read, and asks for what is old, which is a call for each account. Upstreams that do
 * not answer are told of elsewhere.
 */
export const UPSTREAM_BALANCE_JOB: Job<{
  services: Upstreams & { database: Database; clock: Clock };
  book: AccountBook;
}> = {
  name: 'upstream balances',
  everyMs: 60_000,
  begin({ services: { database, clock, term, traffic }, book }) {
    const holder = randomUUID();
    return {
      async round() {
        // Each process has read some.
        await book.flush();
        if (!(await takeLease(database.sql, 'upstream-balances', holder, LEASE_SECONDS))) return;
        const oldBefore = clock.now().getTime() - OLD_MS;
        const known = await listAccounts(database.sql, clock.now());
        const isOld = (upstream: string, account: string) => {
          const found = known.find((one) => one.upstream === upstream && one.account === account);
          return (found?.readAt?.getTime() ?? 0) < oldBefore;
        };
        for (const account of term.accounts)
          if (isOld('px6', account)) await unlessUpstreamFails(term.readBalance(account));
        if (isOld('dataimpulse', FIRST_ACCOUNT)) await unlessUpstreamFails(traffic.ownGb());
        await book.flush();
      },
    };
  },
};

/** Whoever is told that an upstream is down hears soon that it is back. */
export const DOWN_UPSTREAM_JOB: Job<{ services: Upstreams }> = {
  name: 'down upstreams',
  everyMs: 30_000,
  begin: ({ services }) => ({ round: () => lookAtDown(services) }),
};

/**
 * Asks the upstreams that this process has found to be down for a balance, which costs nothing there: while
 * nobody buys, no other call would tell that they are back.
 */
export async function lookAtDown({ term, traffic }: Upstreams): Promise<void> {
  const down = term.accounts.filter((account) => term.isDown(account));
  await Promise.all([
    ...down.map((account) => unlessUpstreamFails(term.readBalance(account))),
    traffic.isDown() && unlessUpstreamFails(traffic.ownGb()),
  ]);
}

async function unlessUpstreamFails(reading: Promise<unknown>): Promise<void> {
  await reading.catch((error: unknown) => {
    if (!(error instanceof UpstreamError)) throw error;
  });
}
