import type { Admission, ClientRecord } from './client-record.ts';

const RATE = 60;
const WINDOW_MS = 60_000;
/**
 * How far back a killed database may have lost counted requests, which are committed without waiting for the
 * disk, plus the time of the killing.
 */
const FORGOTTEN_MS = 1_000;

/**
 * Finds keys that were certainly admitted more than 60 times within 60 seconds, whenever exactly their
 * requests were counted. Requests that were counted just before the database was killed are left out, because
 * it may have lost them.
 */
export function checkRates({ admissions }: ClientRecord, databaseKills: readonly number[]): string[] {
  const kept = admissions.filter(
    ({ answeredAt }) => !databaseKills.some((at) => answeredAt > at - FORGOTTEN_MS && answeredAt <= at),
  );
  return [...Map.groupBy(kept, ({ apiKey }) => apiKey)].flatMap(([apiKey, all]) =>
    isTooFast(all) ? [`rate: a key was let through too often: ${apiKey.slice(0, 10)}`] : [],
  );
}

function isTooFast(admissions: Admission[]): boolean {
  const sent = admissions.toSorted((one, other) => one.sentAt - other.sentAt);
  return sent.some(
    ({ sentAt }, index) =>
      sent.slice(index).filter(({ answeredAt }) => answeredAt - sentAt < WINDOW_MS).length > RATE,
  );
}
