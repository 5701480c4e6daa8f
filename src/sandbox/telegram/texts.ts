import type { Entity } from './events.ts';
import { badRequest } from './failure.ts';
import { type FormattedText, parseHtml } from './html.ts';
import type { Parameters } from './parameters.ts';

/** Where a command begins: not in the middle of a word or of a path. */
const COMMAND = /(?<![\w/])\/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/])/g;

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
  return trimmed(mode === 'html' ? parseHtml(source) : { text: source, entities: [] });
}

/** The commands in what a person wrote. */
export function commandsIn(text: string): Entity[] {
  return [...text.matchAll(COMMAND)].map(({ 0: { length }, index: offset }) => ({
    type: 'bot_command',
    offset,
    length,
  }));
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
