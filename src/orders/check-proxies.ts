import { sql } from 'kysely';
import { ProviderError } from '../catalog/errors.ts';
import { within } from '../kit/clock.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { aboutNobody, type Places } from '../kit/request.ts';
import { statement } from '../kit/statement.ts';
import { UpstreamError } from '../upstreams/failure.ts';
import type { TermUpstream } from '../upstreams/term.ts';
import type { TermServices } from './change-protocol.ts';
import { findOrder, type OrderName } from './order.ts';
import { readPurchase } from './proxies.ts';

/** A reading of at most this age is shown without a call of the upstream: the contract's minute. */
const FRESH_MS = 60_000;
/** How long a request waits for the upstream, which has a call for each proxy; the rest is read after it. */
const WAIT_MS = 10_000;
/** Calls at the same time: the rate of an account leaves no more to what may wait. */
const AT_ONCE = 3;

/** What the upstream last said of a proxy; both are null when it was not asked yet. */
export interface ProxyCheck {
  works: boolean | null;
  checkedAt: Date | null;
}

/** The checks under way of each upstream, by the numbers of orders, which all who ask share. */
const underWay = new WeakMap<TermUpstream, Map<number, Promise<void>>>();

/**
 * What the upstream says of each proxy of a term order, by their places in the order: what was read within
 * the last minute, by whatever process, else what is read now. Of many proxies some may have an older reading
 * or none: asking again shows more.
 *
 * Throws OrderNotFoundError, InvalidRequestError for an order that cannot be checked so, and ProviderError.
 */
export async function checkProxies(
  services: TermServices & { reads: Places },
  { resellerId, orderId }: OrderName,
): Promise<ProxyCheck[]> {
  const { database, clock, term } = services;
  const name = { resellerId, orderId };
  const order = await findOrder(database.sql, resellerId, orderId, clock.now());
  if (order.billing === 'per_gb')
    throw refused('is that of a Luxury order: its diagnosis says why connections fail and what to do');
  if (order.status === 'expired') throw refused('is that of an order that has ended: renew it first');
  const known = await readChecks(database.sql, name);
  if (!known.some((one) => isOld(one, clock.now()))) return known;
  const checks = underWay.getOrInsertComputed(term, () => new Map());
  const running = checks.getOrInsertComputed(orderId, () =>
    services.reads
      .run(() => aboutNobody(() => checkOld(services, name)))
      .finally(() => checks.delete(orderId)),
  );
  const failed = running.then(
    () => undefined,
    (error: unknown) => error,
  );
  const failure = await within(WAIT_MS, failed);
  if (failure !== undefined && !(failure instanceof UpstreamError)) throw failure;
  const read = await readChecks(database.sql, name);
  if (failure && read.every((one) => isOld(one, clock.now()))) throw new ProviderError({ cause: failure });
  return read;
}

const refused = (message: string) => new InvalidRequestError([{ path: ['orderId'], message }]);

const isOld = ({ checkedAt }: ProxyCheck, now: Date) =>
  checkedAt === null || now.getTime() - checkedAt.getTime() >= FRESH_MS;

const readChecks = statement<OrderName>()((db, { resellerId, orderId }) =>
  db
    .selectFrom('proxies')
    .select(['works', 'checked_at as checkedAt'])
    .where('reseller_id', '=', resellerId)
    .where('order_id', '=', orderId)
    .orderBy('position'),
);

/** Writes each answer as it comes, so that whoever has stopped waiting gets it with the next question. */
async function checkOld({ database, clock, term }: TermServices, order: OrderName): Promise<void> {
  const { bought, upstreamIds } = await readPurchase(database.sql, order);
  const checks = await readChecks(database.sql, order);
  const old = upstreamIds.filter((_id, place) => isOld(checks[place] as ProxyCheck, clock.now()));
  const next = old.values();
  const checkNext = async () => {
    for (const upstreamId of next) {
      const works = await term.check(bought.account, upstreamId);
      await sql`
        update proxies set works = ${works}, checked_at = ${clock.now()}
        where reseller_id = ${order.resellerId} and order_id = ${order.orderId}
          and upstream_id = ${upstreamId}`.execute(database.sql);
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, checkNext));
  const failed = ended.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
