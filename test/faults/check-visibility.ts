import type { Books } from './books.ts';
import { nextKey } from './customers.ts';
import type { Admission, Diary } from './diary.ts';
import { send } from './wire.ts';
import type { World } from './world.ts';

const RATE = 60;
const WINDOW_MS = 60_000;

/** Nobody was shown another's order. */
export function checkShown({ shown }: Diary, { orders }: Books): string[] {
  const owners = new Map(orders.map(({ id, resellerId }) => [id, resellerId]));
  return [...shown].flatMap(([resellerId, ids]) =>
    [...ids]
      .filter((id) => owners.get(id) !== resellerId)
      .map((id) => `visibility: reseller ${resellerId} was shown order ${id} of ${owners.get(id)}`),
  );
}

/** A key was let through more than 60 times within 60 seconds, whenever exactly each of its requests was counted. */
export function checkRates({ admissions }: Diary): string[] {
  return [...Map.groupBy(admissions, ({ apiKey }) => apiKey)].flatMap(([apiKey, all]) =>
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

/** Every order that a customer was told of is there, the same on every process, with the proxies that it was sold with. */
export async function checkOrders({ processes, resellers }: World, diary: Diary): Promise<string[]> {
  const violations: string[] = [];
  const told = new Map<string, { resellerId: number; proxies: string[] | undefined }>();
  for (const { intent, outcome } of diary.attempts) {
    if (outcome.kind !== 'done') continue;
    const isTerm = intent.kind === 'purchase' && intent.body['tier'] !== 'di';
    const proxies = isTerm ? outcome.proxies : told.get(outcome.orderId)?.proxies;
    told.set(outcome.orderId, { resellerId: intent.resellerId, proxies });
  }
  for (const [id, { resellerId, proxies }] of told) {
    const reseller = resellers.find((one) => one.id === resellerId);
    if (!reseller) continue;
    const answers = await Promise.all(
      processes.map(({ url }) =>
        send(url, { path: `/v1/orders/${id}`, method: 'GET', apiKey: nextKey(reseller) }),
      ),
    );
    if (answers.some(({ status, text }) => status !== 200 || text !== answers[0]?.text)) {
      violations.push(
        `orders: ${id} is read as ${answers.map(({ status, text }) => `${status} ${text}`).join(' | ')}`,
      );
      continue;
    }
    const { proxies: read } = JSON.parse(answers[0]?.text ?? '{}') as { proxies: Record<string, unknown>[] };
    const now = read.map(({ host, port, login, password }) => `${host}:${port}:${login}:${password}`);
    if (proxies && proxies.join() !== now.join())
      violations.push(`orders: ${id} has other proxies than it was sold with`);
  }
  return violations;
}
