import { z } from 'zod';
import { tell } from '../events/tell.ts';
import type { Database, Sql } from '../kit/database.ts';
import { DomainError, type Flaw, InvalidRequestError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import { lineFlaw, readStored } from '../kit/text.ts';
import { hashOfSecret } from '../kit/vault.ts';
import { MAX_LINES } from '../luxury/lines.ts';
import { FILTERED_FACTS, type FilterName } from '../orders/order.ts';
import type { OrderFilter } from '../orders/page.ts';
import { MAX_SELECTED, type OrderSelection, selectOrders } from '../purchases/search.ts';
import type { Services } from '../purchases/services.ts';
import { displayPrefix, newSecret, parseNetworks } from '../resellers/keys.ts';
import { lockReseller } from '../resellers/resellers.ts';

/** How many a reseller has: few enough to be shown whole. */
export const MAX_LISTS = 100;
/** A name stands in a table. */
const MAX_NAME_CHARACTERS = 50;

/** Thrown for a list that was revoked or never made, and by an address that no list has. */
export class ProxyListNotFoundError extends DomainError {
  readonly code = 'list_not_found';

  constructor(listId?: number) {
    super(
      listId === undefined
        ? 'There is no list at this address; it may have been revoked.'
        : `There is no list ${listId}.`,
    );
  }
}

/** The lists of any number of resellers, the oldest first. */
export const selectLists = statement<{ resellerIds: readonly number[] }>()((db, { resellerIds }) =>
  db
    .selectFrom('proxy_lists')
    .select(['id', 'reseller_id as resellerId', 'name', 'prefix', 'order_ids as orderIds', 'filter'])
    .select(['count', 'sticky', 'allowed_ips as allowedIps', 'created_at as createdAt'])
    .select('last_used_at as lastUsedAt')
    .where(({ eb, fn }) => eb('reseller_id', '=', fn.any(resellerIds)))
    .orderBy('id'),
);
/** As it may be shown: what its columns are is said in the migration. Its address is kept nowhere. */
export type ShownProxyList = Awaited<ReturnType<typeof selectLists>>[number];

interface NewList extends Pick<ShownProxyList, 'resellerId' | 'name' | 'count' | 'sticky'> {
  allowedIps: readonly string[];
  selection: OrderSelection;
  at: Date;
}

/**
 * Makes a list of these orders, or of those that a filter selects at each request. Returns its token, which
 * is shown only here. Throws OrderNotFoundError, and InvalidRequestError with all that is wrong, or when the
 * reseller has MAX_LISTS.
 */
export async function createProxyList(
  services: Pick<Services, 'database' | 'vault' | 'traffic'>,
  list: NewList,
): Promise<{ listId: number; token: string }> {
  const { resellerId, name, selection, count, sticky, allowedIps, at } = list;
  const flaws = flawsIn(list);
  if (flaws.length > 0) throw new InvalidRequestError(flaws);
  const isNamed = 'orderIds' in selection;
  const orders = isNamed ? await selectOrders(services, resellerId, selection, at) : [];
  const token = newSecret('prl_');
  const prefix = displayPrefix(token);
  return services.database.inTransaction(async (tx) => {
    await lockReseller(tx, resellerId);
    const lists = tx.selectFrom('proxy_lists').select('id').where('reseller_id', '=', resellerId);
    if ((await lists.execute()).length >= MAX_LISTS)
      throw new InvalidRequestError(
        `A reseller has at most ${MAX_LISTS} lists; revoke one that is not needed any more.`,
      );
    const { id } = await tx
      .insertInto('proxy_lists')
      .values({
        ...{ reseller_id: resellerId, name, hash: hashOfSecret(token), prefix, count, sticky },
        order_ids: isNamed ? orders.map((order) => order.id) : null,
        filter: isNamed ? null : toStored(selection.filter),
        allowed_ips: await parseNetworks(tx, allowedIps),
        created_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tell(tx, [{ type: 'list.created', resellerId, at, facts: { list: { id, name, prefix } } }]);
    return { listId: id, token };
  });
}

function flawsIn({ name, count, selection }: NewList): Flaw[] {
  const flaws: Flaw[] = [];
  const refuseUnless = (isRight: boolean, field: string, message: string) => {
    if (!isRight) flaws.push({ path: [field], message });
  };
  const { length } = [...name];
  const isName = length >= 1 && length <= MAX_NAME_CHARACTERS && name === name.trim() && !lineFlaw(name);
  const ofName = `has 1 to ${MAX_NAME_CHARACTERS} characters on one line, without those that change the order of text`;
  refuseUnless(isName, 'name', ofName);
  refuseUnless(count >= 1 && count <= MAX_LINES, 'count', `must be a whole number from 1 to ${MAX_LINES}`);
  if ('orderIds' in selection)
    refuseUnless(selection.orderIds.length > 0, 'orderIds', `needs 1 to ${MAX_SELECTED} orders`);
  else {
    const { statuses = [] } = selection.filter;
    const ofStatus = 'selects no active orders, and a list holds no others: leave the status out';
    refuseUnless(statuses.length === 0 || statuses.includes('active'), 'filter', ofStatus);
  }
  return flaws;
}

/** A filter as it is stored: a list holds active orders, so that no status is. */
const STORED_FILTER = z.object({
  ...(Object.fromEntries(FILTERED_FACTS.map(({ name }) => [name, z.string().optional()])) as Record<
    FilterName,
    z.ZodOptional<z.ZodString>
  >),
  search: z.string().optional(),
  ends_before: z.iso.datetime().optional(),
});

function toStored({ statuses: _, endsBefore, ...texts }: OrderFilter): object {
  return STORED_FILTER.parse({ ...texts, ends_before: endsBefore?.toISOString() });
}

/** The active orders that a stored filter selects. */
export function filterOf(stored: object): OrderFilter {
  const { ends_before: end, ...texts } = readStored(STORED_FILTER, 'filter of a list', stored);
  return { ...texts, statuses: ['active'], endsBefore: end === undefined ? undefined : new Date(end) };
}

/** From the next request on it is not found, in every process. Throws ProxyListNotFoundError. */
export async function revokeProxyList(
  database: Database,
  { resellerId, listId, at }: { resellerId: number; listId: number; at: Date },
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const lists = await deleteLists(tx, resellerId, listId);
    if (lists.length === 0) throw new ProxyListNotFoundError(listId);
    await tellRevoked(tx, resellerId, lists, at);
  });
}

/** All lists of a reseller, or the one. To be told, behind all other rows that the transaction changes. */
export async function deleteLists(tx: Sql, resellerId: number, listId?: number) {
  const lists = tx.deleteFrom('proxy_lists').where('reseller_id', '=', resellerId);
  const some = listId === undefined ? lists : lists.where('id', '=', listId);
  return some.returning(['id', 'name', 'prefix']).execute();
}

export function tellRevoked(tx: Sql, resellerId: number, lists: readonly object[], at: Date): Promise<void> {
  return tell(
    tx,
    lists.map((list) => ({ type: 'list.revoked' as const, resellerId, at, facts: { list } })),
  );
}
