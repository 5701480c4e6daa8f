import type { Clock } from '../../kit/clock.ts';
import type { TrafficUpstream, UsageStats } from '../traffic.ts';
import { errorRow, usable, usageRow, wrappedRows } from './answers.ts';
import type { DataImpulseCall } from './api-call.ts';
import { numberOf } from './naming.ts';

const DAY_MILLIS = 86_400_000;
/** The days that the port promises: today and the six before. */
const DAYS = 7;

export function createStats(call: DataImpulseCall, clock: Clock): TrafficUpstream['stats'] {
  return async (upstreamId) => {
    const input = { subuser_id: numberOf(upstreamId), period: 'week' };
    const [usage = [], errors = []] = await Promise.all([
      call('sub-user/usage-stat/get', input, wrappedRows, 'read'),
      call('sub-user/usage-stat/errors', input, wrappedRows, 'read'),
    ]);
    const isRecent = recent(clock.now());
    return {
      days: byDay(usable(usageRow, usage).filter(({ date }) => isRecent(date))),
      errors: byCode(usable(errorRow, errors).filter(({ datetime }) => !datetime || isRecent(datetime))),
    };
  };
}

/** Whether a day, `2026-01-31`, is one of the last seven in UTC; such texts sort as the days do. */
function recent(now: Date): (date: string) => boolean {
  const last = now.toISOString().slice(0, 10);
  const first = new Date(now.getTime() - (DAYS - 1) * DAY_MILLIS).toISOString().slice(0, 10);
  return (date) => first <= date && date <= last;
}

function byDay(rows: UsageStats['days']): UsageStats['days'] {
  const days = Map.groupBy(rows, ({ date }) => date);
  return [...days].map(([date, parts]) => ({
    date,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0n),
    requests: parts.reduce((sum, part) => sum + part.requests, 0),
  }));
}

function byCode(rows: { error: string; count: number }[]): UsageStats['errors'] {
  const codes = Map.groupBy(rows, ({ error }) => error);
  return [...codes].map(([code, parts]) => ({
    code,
    count: parts.reduce((sum, part) => sum + part.count, 0),
  }));
}
