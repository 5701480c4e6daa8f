/**
 * The most that one message takes. Telegram counts a text without its marks, so one of this length with them
 * fits in any case.
 */
export const MAX_TEXT_UNITS = 4_096;

/** A text for Telegram's parse mode HTML, in which whatever came from outside is escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What a message shows of a list that may alone be longer than a message. */
export const MAX_LIST_UNITS = 1_000;

/** What a message shows of a movement, which may have a reason of the operator as long as an eighth of it. */
export const MAX_MOVEMENT_UNITS = 120;

export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

export type Line = Html | false | undefined;
type Value = string | number | Html | readonly Line[];

/**
 * Marks up what has no words of a language: ` html`<b>${name}</b>` `. Strings and numbers are escaped, texts
 * made by this tag are not, and a list of these is written line by line, without what is not there.
 */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, i) => `${text}${written(values[i - 1] ?? '')}${part}`));
}

function written(value: Value): string {
  return typeof value === 'object' ? rendered(value) : escaped(String(value));
}

export function rendered(value: Html | readonly Line[]): string {
  if (value instanceof Html) return value.text;
  return value.flatMap((line) => (line ? line.text : [])).join('\n');
}

/** Characters that reverse the text around them: they must not reach beyond the value that has them. */
const REVERSING = /\p{Bidi_Control}/gu;

export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(REVERSING, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
