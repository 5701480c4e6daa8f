import * as api from './api.js';
import { byId, make, picture } from './dom.js';
import { formatted } from './formatted.js';
import { attempt, copy } from './notices.js';

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
    element.append(make('div', { className: 'bubble' }, make('p', {}, 'This message was deleted')));
    return element;
  }
  const bubble = make('div', { className: 'bubble' });
  if (message.invoice) bubble.append(invoiceOf(message.invoice));
  if (message.document) bubble.append(documentOf(message));
  if (message.text !== '')
    bubble.append(make('div', { className: 'text' }, ...formatted(message.text, message.entities, actions)));
  bubble.append(stampOf(message));
  element.append(bubble);
  if (message.keyboard.length > 0) element.append(keyboardOf(message, actions));
  return element;
}

function service(element, text) {
  element.classList.add('service');
  element.append(make('p', {}, text));
  return element;
}

function stampOf({ at, edited }) {
  const time = make('time', { dateTime: new Date(at).toISOString() }, TIME.format(at));
  return make('p', { className: 'stamp' }, edited ? 'edited ' : '', time);
}

function invoiceOf({ title, description, amount, paid }) {
  return make(
    'div',
    { className: 'invoice' },
    make('h3', {}, title),
    make('p', {}, description),
    make(
      'p',
      { className: 'amount' },
      picture(STAR),
      stars(amount),
      paid ? make('span', { className: 'paid' }, 'Paid') : '',
    ),
  );
}

function documentOf({ messageId, document: { name, type, bytes } }) {
  const address = `/chat/document?messageId=${messageId}`;
  const readable =
    bytes <= MAX_SHOWN_BYTES && (/^text\/|json/.test(type) || /\.(txt|csv|json|log)$/i.test(name));
  return make(
    'div',
    { className: 'file' },
    make('span', { className: 'file-icon' }, picture(ARROW_DOWN)),
    make(
      'div',
      { className: 'file-about' },
      make('p', { className: 'file-name' }, name),
      make(
        'p',
        { className: 'file-actions' },
        `${sizeOf(bytes)} · `,
        make('a', { href: address, download: name, 'aria-label': `Download ${name}` }, 'Download'),
        readable ? ' · ' : '',
        readable
          ? make(
              'button',
              { type: 'button', onclick: () => look(address, name), 'aria-label': `Look at it: ${name}` },
              'Look at it',
            )
          : '',
      ),
    ),
  );
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
    make('div', { className: 'row' }, ...row.map((button) => buttonOf(message, button, actions))),
  );
  return make('div', { className: 'keyboard', role: 'group', 'aria-label': 'Buttons' }, ...rows);
}

function buttonOf(message, button, actions) {
  if (button.url !== undefined) {
    const anchor = formatted(
      button.text,
      [{ type: 'text_link', offset: 0, length: button.text.length, url: button.url }],
      actions,
    );
    return make('span', { className: 'link' }, ...anchor);
  }
  const element = make('button', { type: 'button' }, button.text);
  element.addEventListener('click', () => {
    if (button.copy_text) return copy(button.copy_text.text);
    return button.pay ? pay(element, message, actions) : actions.press(message, button.text, element);
  });
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
  const paid = await attempt(() => api.pay(actions.user, messageId));
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
