import { type Expression, type ExpressionBuilder, type QueryCreator, type SqlBool, sql } from 'kysely';
import { insertSelect } from '../kit/statement.ts';
import type { Tables } from '../kit/tables.ts';
import type { UsageUnit } from './usage-units.ts';

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
