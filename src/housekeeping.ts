import type { Logger } from 'pino';
import { fileLapsedOrders } from './orders/file-lapsed-orders.ts';
import { forgetOldOutcomes } from './purchases/idempotency.ts';
import type { Services } from './purchases/services.ts';

/** Nothing is wrong while these wait: they only keep lists short to read and tables short. */
const EVERY_MS = 60_000;

/** Runs the background jobs until the returned function is called, which waits for the round that runs. */
export function startHousekeeping(services: Services, log: Logger): () => Promise<void> {
  let round: Promise<void> = Promise.resolve();
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    round = keepHouse(services)
      .catch((error: unknown) =>
        log.warn({ reason: String(error) }, 'housekeeping failed; it is tried again in a minute'),
      )
      .finally(() => {
        busy = false;
      });
  }, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await round;
  };
}

export async function keepHouse({ database, clock }: Services): Promise<void> {
  while ((await fileLapsedOrders(database.sql, clock.now())) > 0);
  while ((await forgetOldOutcomes(database.sql, clock.now())) > 0);
}
