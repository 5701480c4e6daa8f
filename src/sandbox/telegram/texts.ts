import { z } from 'zod';
import type { Button, Entity, Keyboard } from './events.ts';
import { badRequest, type TelegramFailure } from './failure.ts';
import { type Limits, MAX_CALLBACK_BYTES } from './limits.ts';
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

export interface FormattedText {
  text: string;
  entities: Entity[];
}

/** The tags, and the kind of entity that each makes. Those without one need an attribute for it. */
const TAGS: Record<string, string> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  ins: 'underline',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  code: 'code',
  pre: 'pre',
  blockquote: 'blockquote',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
  a: 'text_link',
};
const NAMED_CHARACTERS: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' };
const CHARACTER = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot));?/iy;
const ATTRIBUTE = /\s*([^\s=>/"']+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([\w.-]+)))?/y;

interface Open {
  tag: string;
  attributes: Map<string, string>;
  offset: number;
}

/**
 * Reads text with the tags of the Bot API's HTML mode. Offsets in errors are in bytes, as Telegram's. An `&`
 * that begins no entity stands for itself, as Telegram has it. Throws a {@link TelegramFailure} with 400.
 */
export function parseHtml(source: string): FormattedText {
  const entities: Entity[] = [];
  const open: Open[] = [];
  let text = '';
  for (let at = 0; at < source.length; ) {
    const next = nextMarkup(source, at);
    text += source.slice(at, next);
    at = next;
    if (source[at] === '&') {
      const [character, after] = characterAt(source, at);
      text += character;
      at = after;
    } else if (source.startsWith('</', at)) {
      const { tag, after } = endTag(source, at, open.at(-1));
      const ended = open.pop();
      if (ended && text.length > ended.offset) addEntity(entities, ended, tag, text.length);
      at = after;
    } else if (source[at] === '<') {
      const { tag, attributes, after } = startTag(source, at);
      open.push({ tag, attributes, offset: text.length });
      at = after;
    }
  }
  const unclosed = open.at(-1);
  if (unclosed) throw cannotParse(`Can't find end tag corresponding to start tag "${unclosed.tag}"`);
  return {
    text,
    entities: entities.sort((one, other) => one.offset - other.offset || other.length - one.length),
  };
}

function nextMarkup(source: string, from: number): number {
  const found = source.slice(from).search(/[<&]/);
  return found < 0 ? source.length : from + found;
}

/** The character that an entity such as `&lt;` stands for, or the `&` itself, and where the text goes on. */
function characterAt(source: string, at: number): [string, number] {
  CHARACTER.lastIndex = at;
  const match = CHARACTER.exec(source);
  if (!match) return ['&', at + 1];
  const [whole, decimal, hex, name] = match;
  const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '0', 16);
  const character = name
    ? NAMED_CHARACTERS[name.toLowerCase()]
    : isCharacter(code) && String.fromCodePoint(code);
  return character ? [character, at + whole.length] : ['&', at + 1];
}

function isCharacter(code: number): boolean {
  return code > 0 && code < 0x110000 && !(code >= 0xd800 && code < 0xe000);
}

function startTag(source: string, begin: number): Omit<Open, 'offset'> & { after: number } {
  const place = `at byte offset ${bytesBefore(source, begin)}`;
  const name = /[^\s>]*/y;
  name.lastIndex = begin + 1;
  const tag = (name.exec(source)?.[0] ?? '').toLowerCase();
  let at = name.lastIndex;
  if (at >= source.length) throw cannotParse(`Unclosed start tag ${place}`);
  if (!(tag in TAGS)) throw cannotParse(`Unsupported start tag "${tag}" ${place}`);
  const attributes = new Map<string, string>();
  for (;;) {
    at += source.slice(at).search(/\S|$/);
    if (at >= source.length) throw cannotParse(`Unclosed start tag "${tag}" ${place}`);
    if (source[at] === '>') break;
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (!match) throw cannotParse(`Empty attribute name in the tag "${tag}" ${place}`);
    const [whole, attribute = '', double, single, bare] = match;
    attributes.set(attribute.toLowerCase(), decoded(double ?? single ?? bare?.toLowerCase() ?? ''));
    at += whole.length;
  }
  if (tag === 'span' && attributes.get('class') !== 'tg-spoiler')
    throw cannotParse(`Tag "span" must have class "tg-spoiler" ${place}`);
  return { tag, attributes, after: at + 1 };
}

function endTag(source: string, begin: number, last: Open | undefined): { tag: string; after: number } {
  const place = `at byte offset ${bytesBefore(source, begin)}`;
  if (!last) throw cannotParse(`Unexpected end tag ${place}`);
  const form = /<\/([^\s>]*)\s*/y;
  form.lastIndex = begin;
  const name = form.exec(source)?.[1] ?? '';
  if (source[form.lastIndex] !== '>') throw cannotParse(`Unclosed end tag ${place}`);
  if (name !== '' && name.toLowerCase() !== last.tag)
    throw cannotParse(`Unmatched end tag ${place}, expected "</${last.tag}>", found "</${name}>"`);
  return { tag: last.tag, after: form.lastIndex + 1 };
}

function addEntity(entities: Entity[], { attributes, offset }: Open, tag: string, end: number): void {
  const span = { offset, length: end - offset };
  const type = TAGS[tag] ?? '';
  if (tag === 'a') {
    // Without an address that Telegram takes, a link is plain text.
    const url = linkOf(attributes.get('href') ?? '');
    if (url) entities.push({ type, ...span, url });
    return;
  }
  const language = attributes.get('class')?.match(/^language-(.+)/)?.[1];
  const before = entities.at(-1);
  if (tag === 'pre' && before?.type === 'code' && before.offset === offset && before.length === span.length) {
    // A block of code in a language is a `code` that fills a `pre`.
    entities.pop();
    entities.push({ type, ...span, ...(before.language && { language: before.language }) });
    return;
  }
  if (tag === 'blockquote' && attributes.has('expandable')) {
    entities.push({ type: 'expandable_blockquote', ...span });
    return;
  }
  entities.push({ type, ...span, ...(tag === 'code' && language && { language }) });
}

/** The address as a browser reads it; undefined when it leads elsewhere than to the web or into Telegram. */
function linkOf(href: string): string | undefined {
  const url = URL.parse(href) ?? (/^[\w-]+(\.[\w-]+)+/.test(href) ? URL.parse(`http://${href}`) : null);
  return url && ['http:', 'https:', 'tg:'].includes(url.protocol) ? url.href : undefined;
}

function decoded(value: string): string {
  let text = '';
  for (let at = 0; at < value.length; ) {
    const [character, after] = value[at] === '&' ? characterAt(value, at) : [value[at], at + 1];
    text += character;
    at = after;
  }
  return text;
}

function bytesBefore(source: string, at: number): number {
  return Buffer.byteLength(source.slice(0, at));
}

function cannotParse(reason: string): TelegramFailure {
  return badRequest(`can't parse entities: ${reason}`);
}

/** Telegram's own limit for a keyboard. */
const MAX_BUTTONS = 100;

const markup = z.object({
  inline_keyboard: z.array(z.unknown()).optional(),
  keyboard: z.unknown().optional(),
});
const button = z.object({
  text: z.string(),
  callback_data: z.string().optional(),
  url: z.string().optional(),
  copy_text: z.object({ text: z.string() }).optional(),
  pay: z.boolean().optional(),
});

/** The buttons that `reply_markup` puts under a message; none when it is not given. */
export function readKeyboard(parameters: Parameters, limits: Limits): Keyboard {
  const given = parameters.json('reply_markup', 'reply keyboard markup');
  if (given === undefined) return [];
  const parsed = markup.safeParse(given);
  if (!parsed.success) throw badRequest('object expected as reply markup');
  // Not a word of Telegram's: buttons in place of the keyboard are not played.
  if (parsed.data.keyboard !== undefined) throw badRequest('the sandbox has inline keyboards only');
  const rows = (parsed.data.inline_keyboard ?? []).map((row) => {
    if (!Array.isArray(row))
      throw badRequest('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays');
    return row.map((one) => readButton(one, limits));
  });
  if (rows.flat().length > MAX_BUTTONS) throw badRequest('reply markup is too long');
  return rows.filter((row) => row.length > 0);
}

function readButton(given: unknown, limits: Limits): Button {
  const parsed = button.safeParse(given);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.');
    throw badRequest(`can't parse inline keyboard button: Can't find field "${field || 'text'}"`);
  }
  const { text, callback_data, url, copy_text, pay } = parsed.data;
  if (text.trim() === '')
    throw badRequest("can't parse inline keyboard button: Button text must be non-empty");
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
  if (copy_text) return { text, copy_text };
  throw badRequest("can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard");
}
