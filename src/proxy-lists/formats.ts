import { isIPv6 } from 'node:net';
import { InvalidRequestError, quoted } from '../kit/errors.ts';
import { csvLine, lineFlaw } from '../kit/text.ts';
import type { ListLine } from './lines.ts';

export const FORMATS = {
  txt: { type: 'text/plain; charset=utf-8' },
  csv: { type: 'text/csv; charset=utf-8' },
  json: { type: 'application/json; charset=utf-8' },
} as const;
export type Format = keyof typeof FORMATS;

/** In characters: a line of any program's own form, with names of its own. */
const MAX_TEMPLATE_CHARACTERS = 500;
const DEFAULT_TEMPLATE = '{host}:{port}:{login}:{password}';

/** The columns of a table, and the names of an object of JSON. */
const COLUMNS = [
  ...['id', 'order_id', 'label', 'customer', 'country', 'protocol', 'host', 'port', 'login', 'password'],
  'expires_at',
] as (keyof ListLine)[];
const PLACEHOLDERS = [
  ...['host', 'port', 'login', 'password', 'country', 'order_id', 'id', 'label', 'protocol'],
] as (keyof ListLine)[];

/** Makes the text of a list. Throws InvalidRequestError, for a template, before there are lines. */
export function writerOf(format: Format, template?: string): (lines: readonly ListLine[]) => string {
  if (format !== 'txt' && template !== undefined)
    throw refusal('is for the format txt: leave one of the two out');
  if (format === 'json') return (lines) => JSON.stringify(lines);
  if (format === 'csv') {
    const cells = (line: ListLine) => COLUMNS.map((name) => (line[name] === null ? null : `${line[name]}`));
    return (lines) => csvLine(COLUMNS) + lines.map((line) => csvLine(cells(line))).join('');
  }
  const write = lineWriter(template ?? DEFAULT_TEMPLATE);
  return (lines) => lines.map((line) => `${write(line)}\n`).join('');
}

const refusal = (message: string) => new InvalidRequestError([{ path: ['template'], message }]);

/** Values are escaped for a URL where the template is one. A brace that names nothing stands for itself. */
function lineWriter(template: string): (line: ListLine) => string {
  if ([...template].length > MAX_TEMPLATE_CHARACTERS)
    throw refusal(`must be at most ${MAX_TEMPLATE_CHARACTERS} characters long`);
  const flaw = lineFlaw(template.replaceAll('\t', ' '));
  if (flaw) throw refusal(`contains ${flaw}`);
  // Every other piece is a name.
  const pieces = template.split(/\{([^{}]*)\}/);
  const unknown = pieces.find((name, i) => i % 2 === 1 && !PLACEHOLDERS.includes(name as keyof ListLine));
  if (unknown !== undefined)
    throw refusal(`has ${quoted(`{${unknown}}`)}, and takes {${PLACEHOLDERS.join('}, {')}}`);
  const isUrl = template.includes('://');
  const writers = pieces.map((piece, i) => {
    if (i % 2 === 0) return () => piece;
    if (piece === 'host') {
      const isBound = isUrl || pieces[i + 1]?.startsWith(':') === true;
      return ({ host }: ListLine) => (isBound && isIPv6(host) ? `[${host}]` : host);
    }
    const plain = (line: ListLine) => String(line[piece as keyof ListLine] ?? '');
    return isUrl ? (line: ListLine) => encodeURIComponent(plain(line)) : plain;
  });
  return (line) => writers.map((write) => write(line)).join('');
}
