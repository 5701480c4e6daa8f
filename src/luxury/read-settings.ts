import { sql } from 'kysely';
import type { Sql } from '../kit/database.ts';
import type { LuxurySettings } from './settings.ts';
import type { OrderName } from './traffic.ts';

/** A row of `luxury_settings`, as far as its owner sees it. */
export interface SettingsRow {
  order_id: string;
  country: string;
  state: string | null;
  city: string | null;
  zip: string | null;
  asn: string | null;
  exclude_asn: string[];
  anonymous: boolean;
  session: LuxurySettings['session'];
  sticky_minutes: number;
  protocol: LuxurySettings['protocol'];
  threads: number;
  allowed_ips: string[];
  blocked_hosts: string[];
  paused: boolean;
}

/** The columns of such a row: a name for each, since "all" would be others for a process that is older than the table. */
export const SETTINGS_COLUMNS = sql.raw(
  [
    'order_id',
    'country',
    'state',
    'city',
    'zip',
    'asn',
    'exclude_asn',
    'anonymous',
    'session',
    'sticky_minutes',
    'protocol',
    'threads',
    'allowed_ips',
    'blocked_hosts',
    'paused',
  ]
    .map((column) => `s.${column}`)
    .join(', '),
);

/** The settings of any number of orders, by order id, in one statement; those that are not Luxury are missing. */
export async function readSettings(
  sqlClient: Sql,
  orders: readonly OrderName[],
): Promise<Map<number, LuxurySettings>> {
  const resellerIds = orders.map((order) => order.resellerId);
  const orderIds = orders.map((order) => order.orderId);
  const { rows } = await sql<SettingsRow>`
    select ${SETTINGS_COLUMNS} from luxury_settings s
    where (reseller_id, order_id) in (select * from unnest(${resellerIds}::bigint[], ${orderIds}::bigint[]))`.execute(
    sqlClient,
  );
  return new Map(rows.map((row) => [Number(row.order_id), toSettings(row)]));
}

export function toSettings(row: SettingsRow): LuxurySettings {
  return {
    country: row.country,
    state: row.state,
    city: row.city,
    zip: row.zip,
    asn: row.asn,
    excludeAsn: row.exclude_asn,
    anonymous: row.anonymous,
    session: row.session,
    stickyMinutes: row.sticky_minutes,
    protocol: row.protocol,
    threads: row.threads,
    allowedIps: row.allowed_ips,
    blockedHosts: row.blocked_hosts,
    paused: row.paused,
  };
}
