import type { LineFormat, OrderAccessQuery } from '../../../generated/graphql.ts';
import { csvLine } from '../../../kit/files.ts';
import { lineOf, type ProxyAccess } from '../../../proxies/lines.ts';

export type ExportFormat = LineFormat | 'CSV' | 'JSON';

export type OrderAccess = Extract<
  NonNullable<OrderAccessQuery['nodes'][number]>,
  { __typename: 'TermOrder' | 'LuxuryOrder' }
>;

export interface ExportFile {
  text: string;
  /** How many proxies or lines it has. */
  count: number;
  ending: 'txt' | 'csv' | 'json';
  type: string;
}

/** The format in which a Luxury order's lines are asked for. Tables take its ports only. */
export function lineFormatOf(format: ExportFormat): LineFormat {
  return format === 'CSV' || format === 'JSON' ? 'HPUP' : format;
}

export function exportFile(format: ExportFormat, orders: readonly OrderAccess[]): ExportFile {
  if (format === 'JSON') {
    const all = orders.map((order) => ({ ...factsOf(order), proxies: accessesOf(order) }));
    const count = all.reduce((sum, { proxies }) => sum + proxies.length, 0);
    return { text: `${JSON.stringify(all, null, 2)}\n`, count, ending: 'json', type: 'application/json' };
  }
  if (format === 'CSV') {
    const rows = orders.flatMap((order) =>
      accessesOf(order).map(({ host, port, login, password }) => {
        const { id, tier, type, country, protocol, expiresAt } = factsOf(order);
        return [id, tier, type, country, protocol, expiresAt, host, String(port), login, password];
      }),
    );
    const text = [COLUMNS, ...rows].map(csvLine).join('');
    return { text, count: rows.length, ending: 'csv', type: 'text/csv' };
  }
  const lines = orders.flatMap((order) =>
    order.__typename === 'LuxuryOrder' ? order.lines : order.proxies.map((proxy) => lineOf(format, proxy)),
  );
  const text = lines.map((line) => `${line}\n`).join('');
  return { text, count: lines.length, ending: 'txt', type: 'text/plain' };
}

const COLUMNS = [
  'order',
  'tier',
  'type',
  'country',
  'protocol',
  'ends',
  'host',
  'port',
  'login',
  'password',
] as const;

function factsOf({ id, tier, type, country, protocol, expiresAt }: OrderAccess) {
  return { id, tier, type, country, protocol, expiresAt };
}

/** The lines of a Luxury order differ in their ports only. */
function accessesOf(order: OrderAccess): ProxyAccess[] {
  const proxies = order.proxies.map(({ host, port, login, password }) => ({ host, port, login, password }));
  const [proxy] = proxies;
  if (order.__typename !== 'LuxuryOrder' || !proxy) return proxies;
  return order.lines.map((line) => ({
    ...proxy,
    port: Number.parseInt(line.slice(proxy.host.length + 1), 10),
  }));
}
