import { openPeerDatabase } from '../peers/database.ts';
import { runWorkers } from '../peers/workers.ts';
import { serveParent } from './serve-parent.ts';

export interface PlainAccountRound {
  resellerId: number;
  workers: number;
  seconds: number;
}

/** Changes one balance again and again, each time in a transaction of its own. */
const CHANGE = 'update accounts set balance = balance - 1 where reseller_id = $1';

await serveParent<{ databaseUrl: string }, PlainAccountRound>(async ({ databaseUrl }) => {
  const database = openPeerDatabase(databaseUrl);
  const change = database.prepare('change', CHANGE);
  return {
    ready: {},
    answer: ({ resellerId, workers, seconds }) =>
      runWorkers(Array.from({ length: workers }), seconds, () => change(resellerId)),
    close: () => database.close(),
  };
});
