import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { DomainError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import { CLOSED_COLUMNS, closedError, isIpAllowed } from '../resellers/admission.ts';
import { normalizeIp, type RateWindow } from '../resellers/networks.ts';
import { countRequests, overRate, REQUESTS_PER_WINDOW, toWindow } from '../resellers/rate-limit.ts';
import { ProxyListNotFoundError, type ShownProxyList } from './proxy-lists.ts';

/** Thrown while the reseller of a list is disabled, and for an address outside its networks. */
class ListRefusedError extends DomainError {
  readonly code: 'key_disabled' | 'ip_not_allowed';

  constructor(code: ListRefusedError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What is served of a list. */
export type AdmittedList = Pick<ShownProxyList, 'resellerId' | 'orderIds' | 'filter' | 'count' | 'sticky'>;

/** A use is written when the last one written is so old: a write at every request would cost too much. */
const USE_WRITTEN_EVERY_MS = 5 * 60_000;

/**
 * Admits a request for a list by the hash of its token, as `admit` does one of a key: in one statement and
 * without a cache. Throws, in this order, ApiDisabledError, ProxyListNotFoundError, ListRefusedError and
 * RateLimitedError; a refused request is not counted.
 */
export async function admitToList(
  db: Sql,
  { tokenHash, ip }: { tokenHash: Buffer; ip: string | undefined },
  now: Date,
): Promise<{ list: AdmittedList; window: RateWindow }> {
  const dueBy = new Date(now.getTime() - USE_WRITTEN_EVERY_MS);
  const [row] = await admitOne(db, { tokenHash, ip: normalizeIp(ip) ?? null, requests: 1, now, dueBy });
  const closed = closedError(row);
  if (closed) throw closed;
  const { listId, resellerId, count, sticky } = row ?? {};
  if (!row || listId == null || resellerId == null || count == null || sticky == null)
    throw new ProxyListNotFoundError();
  // Why it is, is not for whoever has the address.
  if (row.disabled !== null)
    throw new ListRefusedError('key_disabled', 'The account that this list belongs to is disabled.');
  if (!row.ipAllowed)
    throw new ListRefusedError(
      'ip_not_allowed',
      `This list may not be loaded from ${ip ?? 'an unknown address'}; make one whose networks have the address.`,
    );
  if (row.remaining == null) throw await overRate(db, listId, 1);
  const { orderIds, filter } = row;
  return {
    list: { resellerId, orderIds, filter, count, sticky },
    window: toWindow(row.remaining, row.reset),
  };
}

interface Presented {
  tokenHash: Buffer;
  ip: string | null;
  requests: number;
  now: Date;
  dueBy: Date;
}

const admitOne = statement<Presented>()((db, { tokenHash, ip, requests, now, dueBy }) =>
  db
    .with('caller', (cte) =>
      cte
        .selectFrom('service_state')
        .leftJoin('proxy_lists', (join) => join.on('proxy_lists.hash', '=', tokenHash))
        .leftJoin('resellers', 'resellers.id', 'proxy_lists.reseller_id')
        .select([...CLOSED_COLUMNS, 'proxy_lists.id as listId', 'proxy_lists.reseller_id as resellerId'])
        .select(['proxy_lists.order_ids as orderIds', 'proxy_lists.filter', 'proxy_lists.count'])
        .select(['proxy_lists.sticky', 'resellers.disabled_reason as disabled'])
        .select(({ ref }) => isIpAllowed(ref('proxy_lists.allowed_ips'), ip).as('ipAllowed')),
    )
    .with('admissible', (cte) =>
      cte
        .selectFrom('caller')
        .select(['listId as rate_id', 'resellerId', sql.lit(REQUESTS_PER_WINDOW).as('rate_limit')])
        .where('closed', 'is', null)
        .where('disabled', 'is', null)
        .where('ipAllowed', 'is', true)
        .$narrowType<{ rate_id: number }>(),
    )
    .with('counted', (cte) => countRequests(cte, requests))
    .with('used', (cte) =>
      cte
        .updateTable('proxy_lists')
        .from('admissible')
        .set({ last_used_at: now })
        .whereRef('proxy_lists.reseller_id', '=', 'admissible.resellerId')
        .whereRef('proxy_lists.id', '=', 'admissible.rate_id')
        .where(({ eb, or }) => or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', dueBy)])),
    )
    .selectFrom('caller')
    .leftJoin('counted', (join) => join.onTrue())
    .selectAll(['caller', 'counted']),
);
