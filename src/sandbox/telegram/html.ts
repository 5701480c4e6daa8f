import type { Entity } from './events.ts';
import { badRequest, type TelegramFailure } from './failure.ts';

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
