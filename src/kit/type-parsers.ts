import { types } from 'pg';

/** PostgreSQL's ids of array types. pg has no names for them. */
const TEXT_ARRAY = 1009;
const INT8_ARRAY = 1016;
const TIMESTAMPTZ_ARRAY = 1185;

/** The part of a client that sets parsers. pg's own declaration has few of the array types. */
interface TypeParsers {
  getTypeParser(typeId: number): (text: string) => (string | null)[];
  setTypeParser(typeId: number, parse: (text: string) => unknown): void;
}

/**
 * Makes statements read values as the entities declare them, in arrays too. No whole number is rounded: one
 * that a number cannot hold exactly becomes a bigint.
 */
export function setTypeParsers(client: TypeParsers): void {
  const textsOf = client.getTypeParser(TEXT_ARRAY);
  const each =
    <Value>(parse: (text: string) => Value) =>
    (array: string) =>
      textsOf(array).map((text) => (text === null ? null : parse(text)));
  client.setTypeParser(types.builtins.INT8, toWhole);
  client.setTypeParser(INT8_ARRAY, each(toWhole));
  client.setTypeParser(types.builtins.TIMESTAMPTZ, toDate);
  client.setTypeParser(TIMESTAMPTZ_ARRAY, each(toDate));
}

function toWhole(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function toDate(text: string): Date {
  return new Date(text);
}
