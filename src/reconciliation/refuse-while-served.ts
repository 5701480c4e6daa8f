import { countListeners } from '../events/events.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';

/** Throws InvalidRequestError while processes of the service are connected. */
export async function refuseWhileServed(db: Sql): Promise<void> {
  const listeners = await countListeners(db);
  if (listeners === 0) return;
  throw new InvalidRequestError(
    `The service is running: ${listeners} of its processes are connected to this database. Stop them first.`,
  );
}
