import { formatBytes, gbOf } from './bytes.ts';
import { leftBytes, noUsage, type SubUser } from './sub-user.ts';

const MILLIS_PER_DAY = 86_400_000;

/** A sub-user as every call shows it; `balance` is what is left, in bytes. */
export function renderSubUser(subUser: SubUser) {
  const { id, label, login, password, threads, stickyRange, allowedIps, blocked, pool } = subUser;
  const balance = leftBytes(subUser);
  return {
    id,
    label,
    login,
    password,
    balance,
    balance_format: formatBytes(balance),
    threads,
    sticky_range: stickyRange,
    allowed_ips: allowedIps,
    blocked,
    pool_type: pool,
    blocked_hosts: subUser.blockedHosts,
    supported_protocols: subUser.protocols,
    default_pool_parameters: subUser.parameters,
  };
}

/** All in bytes. */
export function renderBalance(subUser: SubUser, threadsUsed: number) {
  const { totalBytes, usedBytes } = subUser;
  const balance = leftBytes(subUser);
  return {
    balance,
    balance_format: formatBytes(balance),
    balance_total: totalBytes,
    balance_total_format: formatBytes(totalBytes),
    balance_used: usedBytes,
    balance_used_format: formatBytes(usedBytes),
    threads_used: threadsUsed,
  };
}

/** In GB. The charge of an addition is always equal to what was added. */
export function renderAdditions({ additions }: SubUser) {
  const rows = additions.map(({ at, gb }) => ({
    balance_charged: gb,
    traffic_added: gb,
    datetime: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
  }));
  return { history: rows.reverse() };
}

/** Traffic in bytes. Days without usage are left out. */
export function renderUsage(subUser: SubUser, days: readonly string[]) {
  const usage = days.flatMap((day) => {
    const { bytes, requests } = subUser.days.get(day) ?? noUsage(subUser.id);
    const row = { traffic: bytes, extra_traffic: 0, request: requests, d_usage: day };
    return bytes + requests > 0 ? [row] : [];
  });
  const sum = (of: (row: (typeof usage)[number]) => number) => usage.reduce((all, row) => all + of(row), 0);
  const total = { traffic: sum((row) => row.traffic), extra_traffic: 0, request: sum((row) => row.request) };
  return { usage, total };
}

/** A row for each code and day, with the last target that it was about. */
export function renderErrors(subUser: SubUser, days: readonly string[]) {
  const errors = days.flatMap((day) =>
    (subUser.days.get(day)?.errors ?? []).map(({ code, host, port, count }) => ({
      datetime: `${day} 00:00:00`,
      error: code,
      host,
      port,
      count,
    })),
  );
  return { errors };
}

export function renderAccount(balanceBytes: number) {
  return { balance: gbOf(balanceBytes) };
}

/** The last `count` UTC days, the present one included, the oldest first. */
export function lastDays(count: number, nowMillis: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(nowMillis - (count - 1 - index) * MILLIS_PER_DAY).toISOString().slice(0, 10),
  );
}
