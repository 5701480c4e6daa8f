import { openPool, prepared } from '../peers/database.ts';
import { runWorkers } from '../peers/workers.ts';
import { serveParent } from './serve-parent.ts';

export interface PlainAccountRound {
  resellerId: number;
  workers: number;
  seconds: number;
}

/** Changes one balance again and again, each time in a transaction of its own. */
const change = prepared('change', 'update accounts set balance = balance - 1 where reseller_id = $1');

await serveParent<{ databaseUrl: string }, PlainAccountRound>(async ({ databaseUrl }) => {
  const pool = openPool(databaseUrl);
  return {
    ready: {},
    answer: ({ resellerId, workers, seconds }) =>
      runWorkers(Array.from({ length: workers }), seconds, () => change(pool, resellerId)),
    close: () => pool.end(),
  };
});
