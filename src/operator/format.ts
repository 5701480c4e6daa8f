import type { Failure } from './failure.ts';
import { renderCsv, renderLine, renderTable } from './table.ts';

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

function toJson(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
