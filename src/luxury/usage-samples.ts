import { type Expression, sql, type ExpressionBuilder, type QueryCreator, type SqlBool } from 'kysely';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import { type OrderName, type OrderNames, orderNames, toOrderNames } from '../orders/order.ts';
import { insertSelect } from '../kit/insert-select.ts';
import type { Tables } from '../kit/tables.ts';

/** How many units one range has at most: all that are kept, and ten years of days. */
export const MAX_UNITS: Readonly<Record<UsageUnit, number>> = { ...KEPT_UNITS, day: 3_660 };

/** A unit whose samples are not kept for ever. */
type PassingUnit = keyof typeof KEPT_UNITS;
/** Samples deleted by one statement. */
const DELETE_BATCH_SIZE = 1_000;

/** Which samples of an order are asked for. */
export interface UsageRange {
  unit: UsageUnit;
  /** When the first unit begins. */
  from: Date;
  /** Units that begin before it. */
  to: Date;
}

/** What an order has used in one minute, hour or UTC day. */
export interface UsageSample {
  /** When the unit begins. */
  at: Date;
  bytes: number;
}

/** The units that a range touches, as far as they are kept. Throws InvalidRequestError. */
export function usageRange({ unit, from, to }: UsageRange, now: Date): UsageRange {
  if (from > to) {
    const message = 'is after the end of the range, which is the present instant when "to" is left out';
    throw new InvalidRequestError([{ path: ['from'], message }]);
  }
  const units = Math.floor((to.getTime() - from.getTime()) / UNIT_MS[unit]);
  if (units > MAX_UNITS[unit]) {
    const message = `is ${units} ${unit}s before the end of the range, and a request has at most ${MAX_UNITS[unit]}: ask for several ranges, or for longer units`;
    throw new InvalidRequestError([{ path: ['from'], message }]);
  }
  const first = beginningOf(unit, from);
  if (unit === 'day') return { unit, from: first, to };
  const oldest = oldestKept(unit, now);
  return { unit, from: new Date(Math.max(first.getTime(), oldest.getTime())), to };
}

/** When the oldest unit began whose samples are kept. */
function oldestKept(unit: PassingUnit, now: Date): Date {
  return beginningOf(unit, new Date(now.getTime() - KEPT_UNITS[unit] * UNIT_MS[unit]));
}

/** The second part is what is only noted yet: it has the last unit in which the order was used. */
const selectSamples = statement<OrderNames & UsageRange>()((db, names) => {
  const { unit, from, to } = names;
  const isWithin = (at: Expression<Date>) => sql<boolean>`${at} >= ${from} and ${at} < ${to}`;
  const noted = db
    .selectFrom('luxury_traffic')
    .select(({ ref, fn }) => [
      'order_id',
      sql<Date>`date_trunc(${unit}, ${ref('minute_at')}, 'UTC')`.as('at'),
      sql<number>`${fn<number>('least', ['used_bytes', 'total_bytes'])} - case ${unit}::text
        when 'minute' then ${ref('minute_start_bytes')}
        when 'hour' then ${ref('hour_start_bytes')}
        else ${ref('day_start_bytes')} end`.as('bytes'),
    ])
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names)))
    .where(({ ref }) => isWithin(sql`date_trunc(${unit}, ${ref('minute_at')}, 'UTC')`));
  return db
    .selectFrom('usage_samples')
    .select(['order_id', 'at', 'bytes'])
    .where(({ eb, refTuple }) => eb(refTuple('reseller_id', 'order_id'), 'in', orderNames(names)))
    .where('unit', '=', unit)
    .where('bytes', '>', 0)
    .where(({ ref }) => isWithin(ref('at')))
    .unionAll(noted)
    .orderBy('order_id')
    .orderBy('at');
});

/** The samples of any number of orders, by order id, the oldest first, in one statement. */
export async function readSamples(
  db: Sql,
  orders: readonly OrderName[],
  range: UsageRange,
): Promise<Map<number, UsageSample[]>> {
  const samples = new Map<number, UsageSample[]>();
  for (const { order_id, at, bytes } of await selectSamples(db, { ...toOrderNames(orders), ...range })) {
    const ofOrder = samples.get(order_id) ?? [];
    samples.set(order_id, ofOrder);
    ofOrder.push({ at, bytes: Number(bytes) });
  }
  return samples;
}

/** Deletes samples that are no longer kept, at most a thousand, and returns how many they were. */
export async function deleteOldSamples(db: Sql, unit: PassingUnit, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('usage_samples')
    .where(({ eb, refTuple }) =>
      eb(
        refTuple('reseller_id', 'order_id', 'unit', 'at'),
        'in',
        db
          .selectFrom('usage_samples')
          .select(['reseller_id', 'order_id', 'unit', 'at'])
          .where('unit', '=', sql.lit(unit))
          .where('at', '<', oldestKept(unit, now))
          .orderBy('at')
          .limit(sql.lit(DELETE_BATCH_SIZE))
          .forUpdate()
          .skipLocked()
          .$asTuple('reseller_id', 'order_id', 'unit', 'at'),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

// Parts of the statement that writes usage. The row of an order's traffic notes the last minute in which the
// order was used, and what had been used when that minute, its hour and its day began. While the order is
// used in that same minute, nothing else is written. The first use after it writes the samples of the units
// that have ended, and notes the new minute. So a round inserts nothing for an order more than once a minute,
// nothing has to be summed up later, and the samples of each unit, with the part that is only noted, always
// add up to what was used.

/** When the minute, hour and day of a reading began. */
export type UnitStarts<Instant> = Readonly<Record<UsageUnit, Instant>>;

/** An order's row as the statement has found and locked it. */
interface Before {
  reseller_id: number;
  order_id: number;
  /** What was known to be used, at most the total. */
  known_bytes: bigint;
  /** What is used by the reading, at most the total. */
  read_bytes: bigint;
  minute_at: Date | null;
  minute_start_bytes: bigint | null;
  hour_start_bytes: bigint | null;
  day_start_bytes: bigint | null;
}
type Scope = Tables & { before: Before };

/**
 * Sets the columns of an order that was used. A clock that is behind the one of an earlier reading opens no
 * minute: what it reads is counted in the last one.
 */
export function notedMinute(
  eb: ExpressionBuilder<{ before: Before }, 'before'>,
  starts: UnitStarts<Expression<Date>>,
) {
  const isFirstIn = (unit: UsageUnit) => {
    const lastUse = sql<Date>`coalesce(${eb.ref('before.minute_at')}, '-infinity')`;
    return eb.and([isUsed(eb), sql<SqlBool>`${lastUse} < ${starts[unit]}`]);
  };
  const startBytes = (unit: UsageUnit) =>
    eb
      .case()
      .when(isFirstIn(unit))
      .then(eb.ref('before.known_bytes'))
      .else(eb.ref(`before.${unit}_start_bytes`))
      .end();
  return {
    minute_at: eb.case().when(isFirstIn('minute')).then(starts.minute).else(eb.ref('before.minute_at')).end(),
    minute_start_bytes: startBytes('minute'),
    hour_start_bytes: startBytes('hour'),
    day_start_bytes: startBytes('day'),
  };
}

/** Inserts the samples of the units that have ended. */
export function endedSamples(db: QueryCreator<Scope>, starts: UnitStarts<Expression<Date>>) {
  const units = sql<{ unit: UsageUnit; start_bytes: bigint; start: Date }>`(values
    ('minute', before.minute_start_bytes, ${starts.minute}::timestamptz),
    ('hour', before.hour_start_bytes, ${starts.hour}::timestamptz),
    ('day', before.day_start_bytes, ${starts.day}::timestamptz))`;
  const ended = db
    .selectFrom('before')
    .crossJoinLateral(units.as<'u'>(sql`u (unit, start_bytes, start)`))
    .where(isUsed)
    .whereRef('before.minute_at', '<', starts.minute)
    .whereRef('before.minute_at', '<', 'u.start');
  return insertSelect(db.insertInto('usage_samples'), ended, ({ eb, ref }) => ({
    reseller_id: ref('before.reseller_id'),
    order_id: ref('before.order_id'),
    unit: ref('u.unit'),
    at: sql<Date>`date_trunc(${ref('u.unit')}, ${ref('before.minute_at')}, 'UTC')`,
    bytes: eb('before.known_bytes', '-', ref('u.start_bytes')),
  }));
}

function isUsed(eb: ExpressionBuilder<{ before: Before }, 'before'>) {
  return eb('before.known_bytes', '<', eb.ref('before.read_bytes'));
}

/** The units of time of which samples are kept. */
export type UsageUnit = 'minute' | 'hour' | 'day';

/** Milliseconds of each unit. All begin at whole multiples of it since 1970, since days are UTC's. */
export const UNIT_MS: Readonly<Record<UsageUnit, number>> = {
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
};

/** For how long samples are kept, in units: 48 hours and 90 days. Days are kept for ever. */
const KEPT_UNITS = { minute: 2_880, hour: 2_160 } as const;

/** When the minute, hour or day of an instant began. */
export function beginningOf(unit: UsageUnit, instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / UNIT_MS[unit]) * UNIT_MS[unit]);
}
