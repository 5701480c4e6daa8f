/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What makes a spreadsheet take a text for a formula, also behind characters that it drops. */
const FORMULA = /^\s*[=+\-@]|^[\t\r\n]/;

/** A line of a CSV file (RFC 4180). Before a text that would be a formula stands an apostrophe. */
export function csvLine(cells: readonly (string | null)[]): string {
  const written = cells.map((cell) => {
    const text = cell ?? '';
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}
