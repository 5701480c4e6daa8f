import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import type { Tables } from '../kit/tables.ts';
import { ORDER_COLUMNS, type Order } from './order.ts';
import { type OrderStatus, RENEWABLE_AFTER_EXPIRY_MS } from './status.ts';

type Column = (typeof ORDER_COLUMNS)[number];

/** Where each column is among the texts of an order. */
const PLACE = Object.fromEntries(ORDER_COLUMNS.map((column, place) => [column, place])) as Record<
  Column,
  number
>;

/** Between two columns. No column contains it: text with control characters is refused at every door. */
const SEPARATOR = '\u001f';

/** What is read with an order: an expression over the row of `orders`. Its text has no U+001F. */
export type Attached = Expression<string | null>;

/**
 * All columns of an order in one text. PostgreSQL writes every value as text anyway; as one text it is sent
 * and received at once. Null is empty. Instants are in UTC whatever the time zone of the session is.
 */
export function orderText(
  eb: ExpressionBuilder<Pick<Tables, 'orders'>, 'orders'>,
  attached?: Attached,
): RawBuilder<string> {
  const parts = ORDER_COLUMNS.map((column): Expression<unknown> => {
    const value = eb.ref(`orders.${column}`);
    return column.endsWith('_at') ? sql`(${value} at time zone 'UTC')` : value;
  });
  parts.push(attached ?? sql.lit(''));
  return sql`concat(${sql.join(parts, sql`, ${sql.lit(SEPARATOR)}, `)})`;
}

/** The texts of several orders in one text, in the order in which they are selected. */
export function orderTexts(text: Expression<string>): RawBuilder<string | null> {
  return sql`string_agg(${text}, ${sql.lit(SEPARATOR)})`;
}

/** An order of a page. Its instants are the texts of answers: ISO 8601 with milliseconds, in UTC. */
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
  const ends = { now: toText(now), dropped: toText(new Date(now.getTime() - RENEWABLE_AFTER_EXPIRY_MS)) };
  return Array.from({ length: texts.length / TEXTS_PER_ORDER }, (_, i) =>
    toListedOrder(texts, i * TEXTS_PER_ORDER, ends),
  );
}

/** As `toOrder` of a row. `ends` are the last instants at which an order has expired, and was dropped. */
function toListedOrder(
  texts: readonly string[],
  start: number,
  ends: { now: string; dropped: string },
): ListedOrder {
  const at = (column: Column) => texts[start + PLACE[column]] ?? '';
  const end = at('expires_at');
  return {
    id: Number(at('id')),
    resellerId: Number(at('reseller_id')),
    tier: at('tier'),
    type: at('type'),
    country: at('country'),
    period: at('period'),
    quantity: Number(at('quantity')),
    price: BigInt(at('price')),
    status: end === '' ? (at('filed_status') as OrderStatus) : end <= ends.now ? 'expired' : 'active',
    protocol: at('protocol') as Order['protocol'],
    billing: at('billing') as Order['billing'],
    createdAt: toIso(at('created_at')),
    expiresAt: end === '' ? null : toIso(end),
    renewable: at('renewable') === 't' && at('dropped_at') === '' && end > ends.dropped,
    source: at('source') as Order['source'],
    attached: texts[start + ORDER_COLUMNS.length] ?? '',
  };
}

/** 2026-01-31 12:00:00.5 > 2026-01-31T12:00:00.500Z: PostgreSQL leaves out zeros at the end. */
function toIso(text: string): string {
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
}

/** Compares with PostgreSQL's texts as the instants compare: a fraction with zeros at the end is not less. */
function toText(instant: Date): string {
  return instant.toISOString().replace('T', ' ').slice(0, -1);
}
