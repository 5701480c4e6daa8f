import type { Entity } from './events.ts';
import { badRequest } from './failure.ts';
import { type FormattedText, parseHtml } from './html.ts';
import type { Parameters } from './parameters.ts';

/** An address that is a link as it stands; punctuation at its end belongs to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;
/** In these Telegram looks for nothing. */
const OPAQUE = new Set(['code', 'pre', 'text_link']);

/** Where a command begins: not in the middle of a word, a path or a tag. */
const COMMAND = /(?<![\w/<>])\/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/<>])/g;

/** The text in the parameter `name` as it will be shown. Empty when there is none. */
export function readText(parameters: Parameters, name: string): FormattedText {
  const source = parameters.text(name).replaceAll('\r', '');
  const mode = parameters.text('parse_mode').toLowerCase();
  if (mode !== '' && mode !== 'html') {
    // Not a word of Telegram's: the sandbox reads HTML only.
    const known = mode === 'markdown' || mode === 'markdownv2';
    throw badRequest(
      known ? 'the sandbox reads no Markdown: use the parse_mode HTML' : 'unsupported parse_mode',
    );
  }
  const { text, entities } = trimmed(mode === 'html' ? parseHtml(source) : { text: source, entities: [] });
  return { text, entities: withFound(text, entities) };
}

/** The commands in what a person wrote. */
export function commandsIn(text: string): Entity[] {
  return found(text, COMMAND, 'bot_command');
}

/** The entities, and the commands and addresses in the rest of the text. */
function withFound(text: string, entities: Entity[]): Entity[] {
  const opaque = entities.filter(({ type }) => OPAQUE.has(type));
  const free = [...found(text, ADDRESS, 'url'), ...commandsIn(text)].filter(
    ({ offset, length }) =>
      !opaque.some((one) => offset < one.offset + one.length && one.offset < offset + length),
  );
  return [...entities, ...free].sort((one, other) => one.offset - other.offset || other.length - one.length);
}

function found(text: string, what: RegExp, type: string): Entity[] {
  return [...text.matchAll(what)].map(({ 0: { length }, index: offset }) => ({ type, offset, length }));
}

/** Without the space around it, and with the entities where their text now is. */
function trimmed({ text, entities }: FormattedText): FormattedText {
  const kept = text.trim();
  const start = text.length - text.trimStart().length;
  const moved = entities.flatMap((entity) => {
    const offset = Math.max(0, entity.offset - start);
    const end = Math.min(kept.length, entity.offset + entity.length - start);
    return end > offset ? [{ ...entity, offset, length: end - offset }] : [];
  });
  return { text: kept, entities: moved };
}
