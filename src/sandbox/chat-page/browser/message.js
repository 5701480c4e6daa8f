import { ask, attempt, byId, copy, make, picture } from './dom.js';

/** What is shown on the page; larger files can be downloaded. */
const MAX_SHOWN_BYTES = 1_000_000;
const ARROW_DOWN = 'M11 4h2v10.2l4.3-4.3 1.4 1.4L12 18l-6.7-6.7 1.4-1.4 4.3 4.3zM5 19h14v2H5z';
const STAR = 'm12 2.5 2.9 6.3 6.9.7-5.2 4.600 1.5 6.800-6.100-3.5-6.100 3.5 1.5-6.800-5.2-4.600 6.9-.7z';
const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** The bubble of a message, with its buttons. `actions` also has `press` and `user`. */
export function bubbleOf(message, actions) {
  const { messageId, from, deleted } = message;
  const who = from === 'bot' ? 'The bot' : 'You';
  const element = make('article', { className: `message ${from}`, 'aria-label': who });
  element.dataset.id = messageId;
  if (message.paidStars !== undefined) return service(element, `You paid ${stars(message.paidStars)}`);
  if (message.refundedStars !== undefined)
    return service(element, `${stars(message.refundedStars)} came back to you`);
  if (deleted) {
    element.classList.add('deleted');
    element.append(make('div.bubble', make('p', 'This message was deleted')));
    return element;
  }
  const bubble = make('div.bubble');
  if (message.invoice) bubble.append(invoiceOf(message.invoice));
  if (message.document) bubble.append(documentOf(message));
  if (message.text !== '')
    bubble.append(
      make('div.text', ...range(message.text, 0, message.text.length, message.entities, actions)),
    );
  bubble.append(stampOf(message));
  element.append(bubble);
  if (message.keyboard.length > 0) element.append(keyboardOf(message, actions));
  return element;
}

function service(element, text) {
  element.classList.add('service');
  element.append(make('p', text));
  return element;
}

function stampOf({ at, edited }) {
  const time = make('time', { dateTime: new Date(at).toISOString() }, TIME.format(at));
  return make('p.stamp', edited ? 'edited ' : '', time);
}

function invoiceOf({ title, description, amount, paid }) {
  return make(
    'div.invoice',
    make('h3', title),
    make('p', description),
    make('p.amount', picture(STAR), stars(amount), paid ? make('span.paid', 'Paid') : ''),
  );
}

function documentOf({ messageId, document: { name, type, bytes } }) {
  const address = `/chat/document?messageId=${messageId}`;
  const readable =
    bytes <= MAX_SHOWN_BYTES && (/^text\/|json/.test(type) || /\.(txt|csv|json|log)$/i.test(name));
  return make(
    'div.file',
    make('span.file-icon', picture(ARROW_DOWN)),
    make(
      'div.file-about',
      make('p.file-name', name),
      make(
        'p.file-actions',
        `${sizeOf(bytes)} · `,
        make('a', { href: address, download: name, 'aria-label': `Download ${name}` }, 'Download'),
        ...(readable ? [' · ', lookButton(address, name)] : []),
      ),
    ),
  );
}

function lookButton(address, name) {
  const properties = { type: 'button', onclick: () => look(address, name) };
  return make('button', { ...properties, 'aria-label': `Look at it: ${name}` }, 'Look at it');
}

async function look(address, name) {
  const text = await attempt(async () => (await fetch(address)).text());
  if (text === undefined) return;
  byId('document-name').textContent = name;
  byId('document-text').textContent = text;
  byId('document').showModal();
}

function keyboardOf(message, actions) {
  const rows = message.keyboard.map((row) =>
    make('div.row', ...row.map((button) => buttonOf(message, button, actions))),
  );
  return make('div.keyboard', { role: 'group', 'aria-label': 'Buttons' }, ...rows);
}

function buttonOf(message, button, actions) {
  if (button.url !== undefined) return make('span.link', link(button.url, [button.text], actions));
  const element = make('button', { type: 'button' }, button.text);
  element.addEventListener('click', () =>
    button.pay ? pay(element, message, actions) : actions.press(message, button.text, element),
  );
  if (button.pay && message.invoice?.paid) {
    element.disabled = true;
    element.textContent = 'Paid';
  }
  return element;
}

async function pay(element, { messageId }, actions) {
  element.disabled = true;
  element.setAttribute('aria-busy', 'true');
  actions.expectAnswer();
  const paid = await attempt(() => ask('POST', 'pay', { user: actions.user, messageId }));
  element.removeAttribute('aria-busy');
  if (!paid) {
    element.disabled = false;
    actions.endWait();
  }
}

function stars(amount) {
  return `${amount.toLocaleString()} ${amount === 1 ? 'Star' : 'Stars'}`;
}

function sizeOf(bytes) {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(1)} kB`;
}

const TAGS = { bold: 'b', italic: 'i', underline: 'u', strikethrough: 's' };

/** The nodes of a part of a text. All of it becomes text nodes, so nothing in it is read as HTML. */
function range(text, start, end, entities, actions) {
  const nodes = [];
  let at = start;
  for (const [index, entity] of entities.entries()) {
    const stop = entity.offset + entity.length;
    if (entity.offset < at || stop > end) continue;
    const block = entity.type === 'pre';
    // A block needs no line break before it.
    if (entity.offset > at) nodes.push(text.slice(at, entity.offset).replace(block ? /\n$/ : /$/, ''));
    const inner = entities.slice(index + 1);
    nodes.push(element(entity, text, range(text, entity.offset, stop, inner, actions), actions));
    // A block stands in lines of its own anyway.
    at = block && text[stop] === '\n' ? stop + 1 : stop;
  }
  if (at < end) nodes.push(text.slice(at, end));
  return nodes;
}

function element(entity, text, children, actions) {
  const { type, offset, length } = entity;
  const own = text.slice(offset, offset + length);
  if (type === 'text_link') return link(entity.url, children, actions);
  if (type === 'url') return link(own, children, actions);
  if (type === 'bot_command')
    return make('button.command', { type: 'button', onclick: () => actions.send(own) }, ...children);
  if (type === 'code') return code(own, children);
  if (type === 'pre') return make('pre', ...children, copyButton(own));
  return make(TAGS[type] ?? 'span', ...children);
}

function link(address, children, actions) {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:', 'tg:'].includes(url.protocol)) return make('span', ...children);
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
  return make('button.copy', { type: 'button', onclick: () => copy(own) }, 'Copy');
}
