import { atOnce } from './at-once.ts';
import type { Books } from './books.ts';
import type { Admission, ClientRecord } from './client-record.ts';
import { nextKey } from './customers.ts';
import type { System } from './system.ts';
import { send } from './wire.ts';

const READS_AT_ONCE = 8;
const RATE = 60;
const WINDOW_MS = 60_000;
/**
 * How far back a killed database may have lost counted requests, which are committed without waiting for the
 * disk, plus the time of the killing.
 */
const FORGOTTEN_MS = 1_000;

/** No reseller was shown another reseller's order. */
export function checkShown({ shown }: ClientRecord, { orders }: Books): string[] {
  const owners = new Map(orders.map(({ id, resellerId }) => [id, resellerId]));
  return [...shown].flatMap(([resellerId, ids]) =>
    [...ids]
      .filter((id) => owners.get(id) !== resellerId)
      .map((id) => `visibility: reseller ${resellerId} was shown order ${id} of ${owners.get(id)}`),
  );
}

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

/**
 * Every order that a client was given exists, is equal on all processes, and has the proxies that it was sold
 * with.
 */
export async function checkOrders({ processes, resellers }: System, record: ClientRecord): Promise<string[]> {
  const violations: string[] = [];
  const answered = new Map<string, { resellerId: number; proxies: string[] | undefined }>();
  for (const { intent, outcome } of record.attempts) {
    if (outcome.kind !== 'done') continue;
    const isTerm = intent.kind === 'purchase' && intent.body['tier'] !== 'di';
    const proxies = isTerm ? outcome.proxies : answered.get(outcome.orderId)?.proxies;
    answered.set(outcome.orderId, { resellerId: intent.resellerId, proxies });
  }
  await atOnce(READS_AT_ONCE, [...answered], async ([id, { resellerId, proxies }]) => {
    const reseller = resellers.find((one) => one.id === resellerId);
    if (!reseller) return;
    const answers = await Promise.all(
      processes.map(({ url }) =>
        send(url, { path: `/v1/orders/${id}`, method: 'GET', apiKey: nextKey(reseller) }),
      ),
    );
    if (answers.some(({ status, text }) => status !== 200 || text !== answers[0]?.text)) {
      const read = answers.map(({ status, text }) => `${status} ${text}`);
      violations.push(`orders: ${id} is read as ${read.join(' | ')}`);
      return;
    }
    const { proxies: read } = JSON.parse(answers[0]?.text ?? '{}') as { proxies: Record<string, unknown>[] };
    const now = read.map(({ host, port, login, password }) => `${host}:${port}:${login}:${password}`);
    if (proxies && proxies.join() !== now.join())
      violations.push(`orders: ${id} has other proxies than it was sold with`);
  });
  return violations;
}
