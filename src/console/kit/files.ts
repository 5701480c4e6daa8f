/** Spreadsheets take these for the beginning of a formula, or drop them and take the next one. */
const BEGINS_FORMULA = /^[=+\-@＝＋－＠\s\p{C}]/u;
const NUMBER = /^-?\d+(\.\d+)?$/;
/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A line of CSV after RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe before
 * it; a number stays one.
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map((cell) => (cell === null ? '' : csvCell(cell))).join(',')}\r\n`;
}

function csvCell(text: string): string {
  const safe = BEGINS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** In ms: browsers read the file right after the click; some of them a little later. */
const KEEP_MS = 60_000;

/** Saves a text as a file, without asking the service. */
export function download(name: string, text: string, type = 'text/plain'): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
