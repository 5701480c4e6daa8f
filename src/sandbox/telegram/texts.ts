import { z } from 'zod';
import { type Button, button, type Entity, type Keyboard } from './events.ts';
import { badRequest, type TelegramFailure } from './failure.ts';
import { type Limits, MAX_CALLBACK_BYTES } from './limits.ts';
import type { Parameters } from './parameters.ts';

/** An address that is a link as it stands; punctuation at its end belongs to the sentence. */
const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;
/** Entities inside which Telegram looks for no others. */
const OPAQUE = new Set(['code', 'pre', 'text_link']);

/** Where a command begins: not in the middle of a word, a path or a tag. */
const COMMAND = /(?<![\w/<>])\/[A-Za-z0-9_]{1,64}(?:@\w{3,32})?(?![\w/<>])/g;

/** The text in the parameter `name` as it will be shown. Empty when there is none. */
export function readText(parameters: Parameters, name: string): FormattedText {
  const source = parameters.text(name).replaceAll('\r', '');
  const mode = parameters.text('parse_mode').toLowerCase();
  // Not a word of Telegram's.
  if (mode !== '' && mode !== 'html') throw badRequest('the sandbox reads the parse_mode HTML only');
  const { text, entities } = trimmed(mode === 'html' ? parseHtml(source) : { text: source, entities: [] });
  return { text, entities: withFound(text, entities) };
}

export function commandsIn(text: string): Entity[] {
  return found(text, COMMAND, 'bot_command');
}

function withFound(text: string, entities: Entity[]): Entity[] {
  const opaque = entities.filter(({ type }) => OPAQUE.has(type));
  const free = [...found(text, ADDRESS, 'url'), ...commandsIn(text)].filter(
    ({ offset, length }) =>
      !opaque.some((one) => offset < one.offset + one.length && one.offset < offset + length),
  );
  return [...entities, ...free].sort(byPlace);
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

export interface FormattedText {
  text: string;
  entities: Entity[];
}

/** Of Telegram's tags those that a bot of ours writes, and some that it may. */
const TAGS: Record<string, string> = {
  b: 'bold',
  i: 'italic',
  u: 'underline',
  s: 'strikethrough',
  code: 'code',
  pre: 'pre',
  a: 'text_link',
};
const CHARACTERS: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };
/** Text, an end tag or a start tag. Of a tag without its `>` the last group is empty. */
const PART = /[^<]+|<\/([^\s>]*)\s*(>?)|<([^\s>]*)((?:"[^"]*"|'[^']*'|[^>"'])*)(>?)/g;

interface Open {
  tag: string;
  /** Empty in what is no link. */
  href: string;
  offset: number;
}

/**
 * Reads text with tags of the Bot API's HTML mode. Offsets in errors are in bytes, as Telegram's. An `&` that
 * begins none of the four named entities stands for itself. Throws a {@link TelegramFailure} with 400.
 */
export function parseHtml(source: string): FormattedText {
  const entities: Entity[] = [];
  const open: Open[] = [];
  let text = '';
  for (const part of source.matchAll(PART)) {
    const place = () => `at byte offset ${Buffer.byteLength(source.slice(0, part.index))}`;
    if (!part[0].startsWith('<')) text += decoded(part[0]);
    else if (part[0].startsWith('</')) addEntity(entities, endTag(part, open.pop(), place), text.length);
    else open.push({ ...startTag(part, place), offset: text.length });
  }
  const unclosed = open.at(-1);
  if (unclosed) throw cannotParse(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return { text, entities: entities.sort(byPlace) };
}

function byPlace(one: Entity, other: Entity): number {
  return one.offset - other.offset || other.length - one.length;
}

/** With the characters that entities such as `&lt;` stand for. */
function decoded(text: string): string {
  return text.replaceAll(/&\w+;/g, (whole) => CHARACTERS[whole] ?? whole);
}

function startTag([, , , name = '', rest = '', end]: RegExpExecArray, place: () => string) {
  const tag = name.toLowerCase();
  if (rest === '' && end === '') throw cannotParse(`Unclosed start tag ${place()}`);
  if (!Object.hasOwn(TAGS, tag)) throw cannotParse(`Unsupported start tag "${tag}" ${place()}`);
  if (end === '') throw cannotParse(`Unclosed start tag "${tag}" ${place()}`);
  return { tag, href: decoded(/\shref="([^"]*)"/.exec(rest)?.[1] ?? '') };
}

function endTag([, name = '', end]: RegExpExecArray, last: Open | undefined, place: () => string): Open {
  if (!last) throw cannotParse(`Unexpected end tag ${place()}`);
  if (end === '') throw cannotParse(`Unclosed end tag ${place()}`);
  if (name !== '' && name.toLowerCase() !== last.tag)
    throw cannotParse(`Unmatched end tag ${place()}, expected "</${last.tag}>", found "</${name}>"`);
  return last;
}

function addEntity(entities: Entity[], { tag, href, offset }: Open, end: number): void {
  const url = linkOf(href);
  // Without an address that Telegram takes, a link is plain text.
  if (end === offset || (tag === 'a' && !url)) return;
  entities.push({ type: TAGS[tag] ?? '', offset, length: end - offset, ...(url && { url }) });
}

/** The address as a browser reads it; undefined when it leads elsewhere than to the web or into Telegram. */
function linkOf(href: string): string | undefined {
  const url = URL.parse(href);
  return url && ['http:', 'https:', 'tg:'].includes(url.protocol) ? url.href : undefined;
}

function cannotParse(reason: string): TelegramFailure {
  return badRequest(`can't parse entities: ${reason}`);
}

const MAX_BUTTONS = 100;

const givenButton = button.extend({ text: z.string().trim().min(1), pay: z.boolean().optional() });
/** Not a word of Telegram's: it also has buttons in place of the keyboard. */
const markup = z.strictObject({ inline_keyboard: z.array(z.array(givenButton)) });

/** The buttons that `reply_markup` puts under a message; none when it is not given. */
export function readKeyboard(parameters: Parameters, limits: Limits): Keyboard {
  const { inline_keyboard } = parameters.read('reply_markup', markup, 'inline keyboard markup') ?? {};
  const rows = (inline_keyboard ?? []).map((row) => row.map((one) => readButton(one, limits)));
  if (rows.flat().length > MAX_BUTTONS) throw badRequest('reply markup is too long');
  return rows.filter((row) => row.length > 0);
}

function readButton({ text, callback_data, url, pay }: z.infer<typeof givenButton>, limits: Limits): Button {
  if (url !== undefined) {
    if (!URL.canParse(url))
      throw badRequest(`inline keyboard button URL '${url}' is invalid: Wrong HTTP URL`);
    return { text, url };
  }
  if (callback_data !== undefined) {
    const bytes = Buffer.byteLength(callback_data);
    if (bytes > MAX_CALLBACK_BYTES) limits.note('callbackDataBytes');
    if (bytes === 0 || bytes > MAX_CALLBACK_BYTES) throw badRequest('BUTTON_DATA_INVALID');
    return { text, callback_data };
  }
  if (pay) return { text, pay };
  throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
}
