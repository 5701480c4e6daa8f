import { csvLine } from '../kit/files.ts';
import type { ProxyAccess } from './lines.ts';

const COLUMNS = ['host', 'port', 'login', 'password'] as const;

/** A table for spreadsheets, with a line of headings. Programs take texts and JSON, which change nothing. */
export function toCsv(proxies: readonly ProxyAccess[]): string {
  const rows = proxies.map((proxy) => COLUMNS.map((column) => String(proxy[column])));
  return [COLUMNS, ...rows].map(csvLine).join('');
}

/** An array of objects with host, port, login and password. */
export function toJson(proxies: readonly ProxyAccess[]): string {
  const plain = proxies.map(({ host, port, login, password }) => ({ host, port, login, password }));
  return `${JSON.stringify(plain, undefined, 2)}\n`;
}
