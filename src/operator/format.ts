import { formatUsd, type Micros } from '../kit/money.ts';
import { csvLine } from '../kit/text.ts';
import type { Failure } from './failure.ts';

/** How a command prints: each of these texts ends with a line break. */
interface Format {
  result(result: object, omitted?: readonly string[]): string;
  /** What a long command says of itself meanwhile. */
  note(note: object): string;
  failure(failure: Failure): string;
}

export const FORMAT_NAMES = ['json', 'table', 'csv'] as const;
export type FormatName = (typeof FORMAT_NAMES)[number];

/** JSON is for programs, one line for each thing; a table is for people, CSV for their spreadsheets. */
export const FORMATS: Record<FormatName, Format> = {
  json: { result: (result) => toJson(result), note: toJson, failure: (error) => toJson({ error }) },
  table: {
    result: renderTable,
    // What is left of a long command is plain without the word that JSON has before it.
    note: (note) => `${renderLine('progress' in note ? (note.progress as object) : note)}\n`,
    failure: ({ message }) => `${message}\n`,
  },
  csv: { result: renderCsv, note: toJson, failure: (error) => toJson({ error }) },
};

/** Null where there is no amount. */
export function usdOrNull(amount: Micros | null | undefined): string | null {
  return amount === null || amount === undefined ? null : formatUsd(amount);
}

function toJson(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

type Cell = string | null;
type Row = Map<string, Cell>;
type Json = null | boolean | number | string | Json[] | Fields;
interface Fields {
  [name: string]: Json;
}

const BETWEEN_COLUMNS = '  ';
const NOTHING = '-';
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;
const INSTANT = /^(?<seconds>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{3}Z$/;
const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * A result as a text for people: first its values, a line for each, then each of its lists as a table. A list
 * within the rows of another one is a table of its own behind that; its rows begin with the first column of
 * the row that they belong to. Instants are told by the second. Empty columns, empty lists within rows and
 * the columns of `omitted`, which are named by their list, are in the JSON only.
 */
export function renderTable(result: object, omitted: readonly string[] = []): string {
  const { values, lists } = partsOf(result);
  const parts = [...lists].map(
    ([name, rows]) => `${name}\n${renderRows(rows, (column) => omitted.includes(`${name}.${column}`))}`,
  );
  if (values.size > 0) parts.unshift(renderValues(values));
  return `${parts.join('\n\n')}\n`;
}

/**
 * The list of a result as CSV, with all columns, the last one where there are several: the others sum it up.
 * Lists within its rows are left out. A result without a list is one row.
 */
export function renderCsv(result: object): string {
  const { values, lists } = partsOf(result);
  const rows = [...lists].findLast(([name]) => !name.includes('.'))?.[1] ?? [values];
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const cells = rows.map((row) => columns.map((column) => row.get(column) ?? null));
  return [columns, ...cells].map(csvLine).join('');
}

export function renderLine(object: object): string {
  return [...partsOf(object).values].map(([name, cell]) => `${name} ${cell ?? NOTHING}`).join(', ');
}

/** Values, and the rows of lists by their paths. */
function partsOf(result: object): { values: Row; lists: Map<string, Row[]> } {
  const lists = new Map<string, Row[]>();
  // As JSON has it: instants are texts, and what is undefined is left out.
  const plain = JSON.parse(JSON.stringify(result)) as Fields;
  return { values: rowOf(plain, { lists, list: '', owner: new Map() }), lists };
}

interface Place {
  /** Gets the rows of the lists in the object. */
  lists: Map<string, Row[]>;
  /** The path of the list that the object is in; empty for the result. */
  list: string;
  /** What tells which row the object belongs to. */
  owner: Row;
}

function rowOf(object: Fields, { lists, list, owner }: Place): Row {
  const row: Row = new Map(owner);
  const first = Object.entries(object)[0];
  const inner: Row = new Map(owner);
  const ofList = list.slice(list.lastIndexOf('.') + 1);
  if (list !== '' && first && !isNested(first[1])) inner.set(`${ofList}.${first[0]}`, text(first[1]));
  const add = (fields: Fields, prefix: string) => {
    for (const [name, value] of Object.entries(fields)) {
      const path = `${prefix}${name}`;
      if (Array.isArray(value) && value.length === 0 && list !== '') continue;
      if (isList(value)) {
        const nested = list === '' ? path : `${list}.${path}`;
        const rows = lists.get(nested) ?? [];
        lists.set(nested, rows);
        for (const item of value) rows.push(rowOf(item, { lists, list: nested, owner: inner }));
      } else if (isFields(value)) add(value, `${path}.`);
      else row.set(path, text(value));
    }
  };
  add(object, '');
  return row;
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function isFields(value: Json): value is Fields {
  return isNested(value) && !Array.isArray(value);
}

function isList(value: Json): value is Fields[] {
  return Array.isArray(value) && value.every(isFields);
}

function text(value: Json): Cell {
  if (value === null) return null;
  const plain = Array.isArray(value)
    ? value.map((item) => quoted(text(item) ?? NOTHING)).join(' ')
    : String(value).replace(INSTANT, '$<seconds>Z');
  // A terminal would act on them: names come from customers.
  return plain.replaceAll(
    /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

function quoted(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function renderValues(values: Row): string {
  const width = Math.max(...[...values.keys()].map(widthOf));
  return [...values].map(([name, cell]) => `${padded(name, width)}${cell ?? NOTHING}`).join('\n');
}

function renderRows(rows: readonly Row[], isOmitted: (column: string) => boolean): string {
  if (rows.length === 0) return '(none)';
  const all = [...new Set(rows.flatMap((row) => [...row.keys()]))];
  const shown = all.filter(
    (name) => !isOmitted(name) && rows.some((row) => (row.get(name) ?? null) !== null),
  );
  const names = shown.length > 0 ? shown : all;
  const columns = names.map((name) => {
    const cells = rows.map((row) => row.get(name) ?? null);
    const texts = [name, ...cells.map((cell) => cell ?? NOTHING)];
    const width = Math.max(...texts.map(widthOf));
    const isNumeric = cells.every((cell) => cell === null || NUMBER.test(cell));
    return texts.map((cell) => padded(cell, width, isNumeric));
  });
  const lines = [names, ...rows].map((_line, index) => columns.map((column) => column[index]).join(''));
  return lines.map((line) => line.trimEnd()).join('\n');
}

function padded(cell: string, width: number, isNumeric = false): string {
  const space = ' '.repeat(width - widthOf(cell));
  return `${isNumeric ? space + cell : cell + space}${BETWEEN_COLUMNS}`;
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** What terminals show over two columns: the letters of East Asia and pictures. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\u30a0-\u30ff\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]|\ufe0f/u;

function widthOf(cell: string): number {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell.length;
  let width = 0;
  for (const { segment } of GRAPHEMES.segment(cell)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}
