/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/**
 * How a text begins that spreadsheets may take for a formula: with a sign, in full width, too, or with white
 * space or a character that is not seen, which some of them drop before they look for the sign.
 */
const FORMULA = /^[=+\-@＝＋－＠\s\p{C}]/u;

/** A line of a CSV file (RFC 4180). Before a text that would be a formula stands an apostrophe. */
export function csvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    const text = cell ?? '';
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
