import type { ProxyAccess } from './lines.ts';

const COLUMNS = ['host', 'port', 'login', 'password'] as const;

/** A table after RFC 4180, with a line of headings. */
export function toCsv(proxies: readonly ProxyAccess[]): string {
  const rows = proxies.map((proxy) => COLUMNS.map((column) => proxy[column]));
  return [COLUMNS, ...rows].map(csvRow).join('');
}

/** A line of such a table. */
export function csvRow(values: readonly (string | number)[]): string {
  return `${values.map((value) => cell(String(value))).join(',')}\r\n`;
}

/** An array of objects with host, port, login and password. */
export function toJson(proxies: readonly ProxyAccess[]): string {
  const plain = proxies.map(({ host, port, login, password }) => ({ host, port, login, password }));
  return `${JSON.stringify(plain, undefined, 2)}\n`;
}

function cell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
