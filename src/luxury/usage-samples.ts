import { sql } from 'kysely';
import { startOfDay } from '../kit/clock.ts';
import type { Sql } from '../kit/database.ts';
import { InvalidRequestError } from '../kit/errors.ts';
import { statement } from '../kit/statement.ts';
import { type OrderName, type OrderNames, orderNames, toOrderNames } from '../orders/order.ts';

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

export function beginningOf(unit: UsageUnit, instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / UNIT_MS[unit]) * UNIT_MS[unit]);
}

/** How many units one range has at most: all that are kept, and ten years of days. */
export const MAX_UNITS: Readonly<Record<UsageUnit, number>> = { ...KEPT_UNITS, day: 3_660 };

type PassingUnit = keyof typeof KEPT_UNITS;
const DELETE_BATCH_SIZE = 1_000;

export interface UsageRange {
  unit: UsageUnit;
  /** Whose days are asked for; hours are added up to those of another zone than UTC. */
  timeZone?: string | undefined;
  /** When the first unit begins. */
  from: Date;
  /** Units that begin before it. */
  to: Date;
}

/** What an order has used in one minute, hour or UTC day. */
export interface UsageSample {
  at: Date;
  bytes: number;
}

/** The units that a range touches, as far as they are kept. Throws InvalidRequestError. */
export function usageRange({ unit, from, to, timeZone = 'UTC' }: UsageRange, now: Date): UsageRange {
  if (from > to) {
    const message = 'is after the end of the range, which is the present instant when "to" is left out';
    throw new InvalidRequestError([{ path: ['from'], message }]);
  }
  const units = Math.floor((to.getTime() - from.getTime()) / UNIT_MS[unit]);
  if (units > MAX_UNITS[unit]) {
    const message = `is ${units} ${unit}s before the end of the range, and a request has at most ${MAX_UNITS[unit]}: ask for several ranges, or for longer units`;
    throw new InvalidRequestError([{ path: ['from'], message }]);
  }
  if (unit === 'day' && timeZone !== 'UTC') {
    const first = startOfDay(from, timeZone);
    // Of the day before not all hours are kept.
    const kept = startOfDay(oldestKept('hour', now), timeZone, 1);
    const end = startOfDay(new Date(to.getTime() - 1), timeZone, 1);
    return { unit, from: new Date(Math.max(Number(first), Number(kept))), to: end, timeZone };
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
const selectSamples = statement<OrderNames & UsageRange>()(
  (_db, v) => sql<{ order_id: number; at: Date; bytes: number }>`
    select order_id, at, bytes from usage_samples
    where (reseller_id, order_id) in ${orderNames(v)} and unit = ${v.unit} and bytes > 0
      and at >= ${v.from} and at < ${v.to}
    union all
    select order_id, at, least(used_bytes, total_bytes) - case ${v.unit}::text
      when 'minute' then minute_start_bytes when 'hour' then hour_start_bytes else day_start_bytes end
    from luxury_traffic cross join lateral (select date_trunc(${v.unit}, minute_at, 'UTC') as at) noted
    where (reseller_id, order_id) in ${orderNames(v)} and at >= ${v.from} and at < ${v.to}
    order by order_id, at`,
);

/** The samples of any number of orders, by order id, the oldest first, in one statement. */
export async function readSamples(
  db: Sql,
  orders: readonly OrderName[],
  range: UsageRange,
): Promise<Map<number, UsageSample[]>> {
  const { timeZone, ...asked } = range;
  const unit = timeZone ? 'hour' : asked.unit;
  const days = timeZone ? daysOf(asked, timeZone) : [];
  const samples = new Map<number, UsageSample[]>();
  const rows = await selectSamples(db, { ...toOrderNames(orders), ...asked, unit });
  for (const { order_id, at: begins, bytes } of rows) {
    const at = days.findLast((day) => day <= begins) ?? begins;
    const ofOrder = samples.getOrInsertComputed(order_id, () => []);
    const last = ofOrder.at(-1);
    if (last?.at.getTime() === at.getTime()) last.bytes += Number(bytes);
    else ofOrder.push({ at, bytes: Number(bytes) });
  }
  return samples;
}

/** When the days of a range begin. */
function daysOf({ from, to }: Pick<UsageRange, 'from' | 'to'>, timeZone: string): Date[] {
  const days: Date[] = [];
  for (let day = from; day < to; day = startOfDay(day, timeZone, 1)) days.push(day);
  return days;
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
