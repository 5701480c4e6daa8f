import { make } from './dom.js';
import { copy } from './notices.js';

const TAGS = {
  bold: 'b',
  italic: 'i',
  underline: 'u',
  strikethrough: 's',
  blockquote: 'blockquote',
  expandable_blockquote: 'blockquote',
};

const BLOCKS = new Set(['pre', 'blockquote', 'expandable_blockquote']);

/**
 * The nodes of a text with its entities. Everything of the text becomes text nodes, so nothing in it is read
 * as HTML. `actions.send` writes a command, `actions.start` follows a link to the bot.
 */
export function formatted(text, entities, actions) {
  return range(text, 0, text.length, entities, actions);
}

function range(text, start, end, entities, actions) {
  const nodes = [];
  let at = start;
  for (const [index, entity] of entities.entries()) {
    const stop = entity.offset + entity.length;
    if (entity.offset < at || stop > end) continue;
    const block = BLOCKS.has(entity.type);
    if (entity.offset > at) nodes.push(before(text.slice(at, entity.offset), block));
    const inner = entities.slice(index + 1);
    nodes.push(element(entity, text, range(text, entity.offset, stop, inner, actions), actions));
    // A block stands in lines of its own anyway.
    at = block && text[stop] === '\n' ? stop + 1 : stop;
  }
  if (at < end) nodes.push(text.slice(at, end));
  return nodes;
}

/** The text before an entity; a block needs no line break before it. */
function before(text, block) {
  return block && text.endsWith('\n') ? text.slice(0, -1) : text;
}

function element(entity, text, children, actions) {
  const { type, offset, length } = entity;
  const own = text.slice(offset, offset + length);
  if (type === 'text_link') return link(entity.url, children, actions);
  if (type === 'url') return link(own, children, actions);
  if (type === 'bot_command')
    return make(
      'button',
      { className: 'command', type: 'button', onclick: () => actions.send(own) },
      ...children,
    );
  if (type === 'spoiler') return spoiler(children);
  if (type === 'code') return code(own, children);
  if (type === 'pre') return make('pre', {}, ...children, copyButton(own));
  return make(TAGS[type] ?? 'span', {}, ...children);
}

function link(address, children, actions) {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:', 'tg:'].includes(url.protocol)) return make('span', {}, ...children);
  const properties = { href: url.href, target: '_blank', rel: 'noopener noreferrer' };
  const anchor = make('a', properties, ...children);
  const parameter = startParameter(url);
  if (parameter !== undefined) {
    anchor.addEventListener('click', (event) => {
      event.preventDefault();
      actions.send(`/start ${parameter}`.trim());
    });
  }
  return anchor;
}

/** Of a link that opens this bot: what it hands over. */
function startParameter(url) {
  const opens = url.hostname === 't.me' && url.pathname === `/${document.body.dataset.bot}`;
  return opens ? (url.searchParams.get('start') ?? '') : undefined;
}

/** A press copies it, as in Telegram. A button would be one box, no part of which can be selected. */
function code(own, children) {
  const element = make('code', { tabIndex: 0, role: 'button', title: 'Copy' }, ...children);
  element.addEventListener('click', () => {
    if (getSelection().isCollapsed) void copy(own);
  });
  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    void copy(own);
  });
  return element;
}

function copyButton(own) {
  return make('button', { className: 'copy', type: 'button', onclick: () => copy(own) }, 'Copy');
}

function spoiler(children) {
  const hidden = make('span', { className: 'spoiler-text', 'aria-hidden': 'true' }, ...children);
  const button = make(
    'button',
    { className: 'spoiler', type: 'button', 'aria-label': 'Show the hidden text' },
    hidden,
  );
  button.addEventListener('click', () => button.replaceWith(...hidden.childNodes), { once: true });
  return button;
}
