import { sql } from 'kysely';
import { tell } from '../events/tell.ts';
import type { Database, Sql } from '../kit/database.ts';
import { statement } from '../kit/statement.ts';
import { atMostCharacters, lineFlaw } from '../kit/text.ts';
import { OrderNotFoundError } from './errors.ts';
import type { OrderName } from './order.ts';

/** What a reseller writes on an order for its own use, and the most characters. No upstream gets it. */
export const ANNOTATIONS = { label: 64, note: 500, customer: 64 } as const;
export type AnnotationName = keyof typeof ANNOTATIONS;
export const ANNOTATION_NAMES = Object.keys(ANNOTATIONS) as AnnotationName[];
/** What is left out stays as it is; null and an empty text take it away. */
export type Annotations = { [Name in AnnotationName]?: string | null | undefined };

/** What is wrong with a text that is not blank; undefined when it may be written. */
export function annotationFlaw(name: AnnotationName, text: string): string | undefined {
  if ([...text].length > ANNOTATIONS[name]) return atMostCharacters(ANNOTATIONS[name]);
  const flaw = lineFlaw(name === 'note' ? text.replaceAll('\n', ' ') : text);
  return flaw && `contains ${flaw}`;
}

/** Writes on an order. What changes nothing is no event. Throws OrderNotFoundError. */
export function updateOrder(
  database: Database,
  { resellerId, orderId, at, ...written }: OrderName & Annotations & { at: Date },
): Promise<void> {
  return database.inTransaction(async (tx) => {
    const before = await tx
      .selectFrom('orders')
      .select(ANNOTATION_NAMES)
      .where('reseller_id', '=', resellerId)
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!before) throw new OrderNotFoundError(orderId);
    const changed = ANNOTATION_NAMES.filter(
      (name) => written[name] !== undefined && (written[name] || null) !== before[name],
    );
    if (changed.length === 0) return;
    const after = Object.fromEntries(changed.map((name) => [name, written[name] || null]));
    await tx
      .updateTable('orders')
      .set(after)
      .where('reseller_id', '=', resellerId)
      .where('id', '=', orderId)
      .execute();
    await tell(tx, [{ type: 'order.updated', resellerId, orderId, at, facts: { changed, written: after } }]);
  });
}

/** The highest character, behind all that a beginning may go on with. */
const LAST = '\u{10FFFF}';

const selectByLabel = statement<{ resellerId: number; begun: string; last: string; limit: number }>()(
  (_db, { resellerId, begun, last, limit }) => sql<{ id: number }>`
    select id from orders where reseller_id = ${resellerId} and label is not null
      and lower(label) collate "C" between lower(${begun}) and lower(${begun}) || ${last}
    order by lower(label) collate "C", id desc limit ${limit}::int`,
);

/** Orders whose label begins so, in either case: the first by label, of one label the newest; no more. */
export async function findByLabel(
  db: Sql,
  asked: { resellerId: number; begun: string; limit: number },
): Promise<number[]> {
  const rows = await selectByLabel(db, { ...asked, last: LAST });
  return rows.map(({ id }) => id);
}
