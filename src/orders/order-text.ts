import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';
import { ORDER_COLUMNS, type Order } from './order.ts';
import { type OrderStatus, RENEWABLE_AFTER_EXPIRY_MS } from './status.ts';

// A page of orders is read as one text. pg takes longer to read sixteen columns of fifty rows than JavaScript
// to split that text. With U+001F as "|", an order is "7|1024|prem|ipv4|US|30d|2|3600000|http|per_proxy|true|
// api|2026-01-01 12:00:00+00|2026-01-31 12:00:00+00||active|", in one line. After the last "|" comes what was
// attached, and after another one the next order.

type Column = (typeof ORDER_COLUMNS)[number];

/** Where each column is among the texts of an order. */
const INDEX_OF = Object.fromEntries(ORDER_COLUMNS.map((column, place) => [column, place])) as Record<
  Column,
  number
>;

/** Between two columns. No column has it: all texts of an order are ids of the catalog, codes or enums. */
const SEPARATOR = '\u001f';

const NULLABLE: readonly Column[] = ['expires_at', 'dropped_at'];

/** What is read with an order: an expression over the row of `orders`. Its text has no U+001F. */
export type AttachedText = Expression<string | null>;

/**
 * The columns of an order in one text. Null is empty. A page takes the server 0.16 ms so, and 0.25 with
 * `concat`. Instants are written in the session's time zone, which `kit/connect.ts` sets to UTC.
 */
export function orderText(
  eb: ExpressionBuilder<Pick<Tables, 'orders'>, 'orders'>,
  attached?: AttachedText,
): RawBuilder<string> {
  const parts = ORDER_COLUMNS.map((column): Expression<unknown> => {
    const text = sql`${eb.ref(`orders.${column}`)}::text`;
    return NULLABLE.includes(column) ? sql`coalesce(${text}, '')` : text;
  });
  parts.push(attached ? sql`coalesce(${attached}, '')` : sql.lit(''));
  return sql`${sql.join(parts, sql` || ${sql.lit(SEPARATOR)} || `)}`;
}

/** The texts of several orders in one text, in the order of the subquery that they are selected from. */
export function orderTexts(text: Expression<string>): RawBuilder<string | null> {
  return sql`string_agg(${text}, ${sql.lit(SEPARATOR)})`;
}

/** An order that was read as text. Its instants are those of answers: ISO 8601 in UTC, with milliseconds. */
export type ListedOrder = Omit<Order, 'createdAt' | 'expiresAt'> & {
  createdAt: string;
  expiresAt: string | null;
  /** What was read with it; empty when nothing was. */
  attached: string;
};

/** An order has one text more than columns: what is attached to it. */
const TEXTS_PER_ORDER = ORDER_COLUMNS.length + 1;

/** Reads the texts of several orders. */
export function readOrderTexts(text: string | null, now: Date): ListedOrder[] {
  if (text === null) return [];
  const texts = text.split(SEPARATOR);
  if (texts.length % TEXTS_PER_ORDER !== 0) throw new Error('An order has a text with a separator in it.');
  const ends = {
    expired: toComparable(now),
    dropped: toComparable(new Date(now.getTime() - RENEWABLE_AFTER_EXPIRY_MS)),
  };
  return Array.from({ length: texts.length / TEXTS_PER_ORDER }, (_, i) =>
    toListedOrder(texts, i * TEXTS_PER_ORDER, ends),
  );
}

/** As `toOrder` of a row. `ends` are the last instants at which an order has expired, and was dropped. */
function toListedOrder(
  texts: readonly string[],
  start: number,
  ends: { expired: string; dropped: string },
): ListedOrder {
  const at = (column: Column) => texts[start + INDEX_OF[column]] ?? '';
  const end = inUtc(at('expires_at'));
  return {
    id: Number(at('id')),
    resellerId: Number(at('reseller_id')),
    tier: at('tier'),
    type: at('type'),
    country: at('country'),
    period: at('period'),
    quantity: Number(at('quantity')),
    price: BigInt(at('price')),
    status: end === '' ? (at('filed_status') as OrderStatus) : end <= ends.expired ? 'expired' : 'active',
    protocol: at('protocol') as Order['protocol'],
    billing: at('billing') as Order['billing'],
    createdAt: toIso(inUtc(at('created_at'))),
    expiresAt: end === '' ? null : toIso(end),
    renewable: at('renewable') === 'true' && at('dropped_at') === '' && end > ends.dropped,
    source: at('source') as Order['source'],
    attached: texts[start + ORDER_COLUMNS.length] ?? '',
  };
}

/** 2026-01-31 12:00:00.5+00 > 2026-01-31 12:00:00.5 */
function inUtc(text: string): string {
  return text.slice(0, -'+00'.length);
}

/** 2026-01-31 12:00:00.5 > 2026-01-31T12:00:00.500Z: PostgreSQL leaves out zeros at the end. */
function toIso(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
}

/** Compares with PostgreSQL's texts as the instants compare: a fraction with zeros at the end is not less. */
function toComparable(instant: Date): string {
  return instant.toISOString().replace('T', ' ').slice(0, -1);
}
