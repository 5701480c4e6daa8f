import { type Clock, DAY_MS, systemClock, systemTimer, type Timer } from '../../kit/clock.ts';
import type { Micros } from '../../kit/money.ts';
import { createHttpClient } from '../http.ts';
import { balanceCondition, millionths, type OnCondition, type OwnAccount, UNBOOKED } from '../own-account.ts';
import type { Gateway, TrafficUpstream, UsageStats } from '../traffic.ts';
import { createAccounts, createConfigure, createListing } from './accounts.ts';
import {
  errorRow,
  geoRow,
  isPool,
  ownBalanceAnswer,
  poolOf,
  usable,
  usageRow,
  wrappedRows,
} from './answers.ts';
import { createDataImpulseApi, type DataImpulseCall, failure, numberOf } from './api-call.ts';

/** Room for a thousand accounts with their settings, or for all ZIP codes of a large country. */
const MAX_ANSWER_BYTES = 2_097_152;

export interface DataImpulseOptions {
  /** Scheme, host and, if any, the folder that the API lives in: `https://api.dataimpulse.com/reseller`. */
  url: string;
  login: string;
  password: string;
  /** Where DataImpulse's network takes the customers' connections. */
  gateway: Gateway;
  timer?: Timer;
  /** Decides when the token ends and which are the last seven days. */
  clock?: Clock;
  onCondition?: OnCondition;
  /** What all processes know of our account. */
  own?: OwnAccount;
  /** What a GB costs us, by product. */
  usdPerGb?: Readonly<Record<string, Micros>>;
}

export interface DataImpulse extends TrafficUpstream {
  /** Refuses waiting and new calls. Resolves when the calls under way have ended. */
  close(): Promise<void>;
}

/**
 * DataImpulse's API for resellers has no idempotency keys: a call is sent once, unless it was refused without
 * work. The purchase's reference is the account's label, by which it is found again.
 */
export function createDataImpulse(options: DataImpulseOptions): DataImpulse {
  const { url, login, password, gateway, timer = systemTimer, clock = systemClock } = options;
  const { onCondition = () => {}, own = UNBOOKED, usdPerGb = {} } = options;
  const maxAnswerBytes = MAX_ANSWER_BYTES;
  const http = createHttpClient({ upstream: 'dataimpulse', url, timer, maxAnswerBytes, onCondition });
  const { call, close } = createDataImpulseApi({ url, login, password, http, timer, clock });

  return {
    sells: isPool,
    costOf(product, gb) {
      const price = usdPerGb[product];
      return price === undefined ? undefined : price * BigInt(gb);
    },
    ownGb: createOwnBalance(call, own, onCondition),
    isUp: http.isUp,
    isDown: http.isDown,
    gateway,
    geo: createGeo(call),
    ...createAccounts(call, gateway, onCondition),
    ...createListing(call),
    configure: createConfigure(call),
    stats: createStats(call, clock),
    close,
  };
}

function createGeo(call: DataImpulseCall): TrafficUpstream['geo'] {
  return async (product, kind, { country, state, city }) => {
    const path = `common/locations/${kind}`;
    const input = {
      pool_type: poolOf(product),
      ...(country === undefined ? {} : { countries: [country.toLowerCase()] }),
      ...(state === undefined ? {} : { states: [state] }),
      ...(city === undefined ? {} : { cities: [city] }),
      order_by: 'count,desc',
    };
    const rows = await call(path, input, wrappedRows, 'read');
    if (!rows) throw failure('unknown', path, 'an answer without a list');
    const items = usable(geoRow, rows).sort((a, b) => b.count - a.count);
    if (kind !== 'countries') return items;
    return items
      .filter(({ code }) => /^[a-z]{2}$/i.test(code))
      .map((item) => ({ ...item, code: item.code.toUpperCase() }));
  };
}

/** Reads our own traffic, which additions are taken from, and notes it. */
function createOwnBalance(call: DataImpulseCall, own: OwnAccount, onCondition: OnCondition) {
  return async (): Promise<number> => {
    const gb = await call('user/balance', {}, ownBalanceAnswer);
    const amount = millionths(gb);
    if (amount === undefined) return gb;
    const balance = { amount, unit: 'GB' };
    own.noteBalance(balance);
    const condition = balanceCondition(balance, own.lowBelow('GB'), String(gb));
    if (condition) onCondition(condition);
    return gb;
  };
}

/** The days that the port promises: today and the six before. */
const DAYS = 7;

function createStats(call: DataImpulseCall, clock: Clock): TrafficUpstream['stats'] {
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
  const first = new Date(now.getTime() - (DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
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
