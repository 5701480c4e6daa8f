import * as api from './api.js';
import { byId, make } from './dom.js';
import { bubbleOf } from './message.js';
import { alertOf, attempt, toast } from './notices.js';

/** How long the bot is shown as typing; a pressed button, too, is given up then. */
const PATIENCE_MILLIS = 15_000;
/** When a message that nobody takes is worth a word. */
const NOBODY_MILLIS = 5_000;
/** So close to the end the log follows new messages. */
const NEAR_PIXELS = 120;

/** One person's chat, as the event stream tells it. */
export class Chat {
  #log = byId('log');
  #typing = make('div', { className: 'message bot typing', 'aria-hidden': 'true' });
  #pressed = new Map();
  #waiting = false;
  #timers = [];

  constructor(user) {
    this.user = user;
    this.#typing.append(make('div', { className: 'bubble' }, make('i'), make('i'), make('i')));
  }

  /** Everything anew: at the start, and when the stream was interrupted. */
  show({ person, commands, messages, waiting }) {
    const known = messages.map((message) => bubbleOf(message, this));
    this.#log.replaceChildren(...(known.length > 0 ? known : [welcome()]));
    this.showAbout({ person, commands, waiting });
    this.#log.scrollTop = this.#log.scrollHeight;
  }

  showMessage(message) {
    this.#log.querySelector('.welcome')?.remove();
    const near = this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight < NEAR_PIXELS;
    const before = this.#log.querySelector(`[data-id="${message.messageId}"]`);
    if (before) this.#replace(before, bubbleOf(message, this));
    else this.#log.append(bubbleOf(message, this));
    if (message.from === 'bot') this.endWait();
    if (this.#typing.isConnected) this.#log.append(this.#typing);
    if (near || message.from === 'user') this.#log.scrollTop = this.#log.scrollHeight;
  }

  /** An edit under the fingers of somebody keeps the focus in the message. */
  #replace(before, after) {
    const buttons = (element) => [...element.querySelectorAll('.keyboard button')];
    const index = buttons(before).indexOf(document.activeElement);
    before.replaceWith(after);
    if (index >= 0) (buttons(after)[index] ?? buttons(after)[0] ?? this.#log).focus();
  }

  showAbout({ person, commands, waiting }) {
    this.#waiting = waiting;
    byId('start').hidden = person.started && !person.blocked;
    byId('start').textContent = person.blocked ? 'Unblock the bot' : 'Start';
    byId('compose').hidden = !byId('start').hidden;
    byId('block').textContent = person.blocked ? 'Unblock the bot' : 'Block the bot';
    this.blocked = person.blocked;
    this.started = person.started;
    byId('menu').hidden = commands.length === 0;
    byId('menu-list').replaceChildren(
      ...commands.map(({ command, description }) =>
        make(
          'li',
          {},
          make(
            'button',
            { type: 'button', onclick: () => this.send(`/${command}`) },
            make('b', {}, `/${command}`),
            ` ${description}`,
          ),
        ),
      ),
    );
  }

  showAnswer({ query, text, alert }) {
    this.#release(query);
    this.endWait();
    if (text === '') return;
    if (alert) alertOf(text);
    else toast(text);
  }

  async send(text) {
    this.expectAnswer();
    const sent = await attempt(() => api.send(this.user, text));
    if (!sent) this.endWait();
    return sent !== undefined;
  }

  async press({ messageId }, text, element) {
    element.setAttribute('aria-busy', 'true');
    this.expectAnswer();
    const pressed = await attempt(() => api.press(this.user, messageId, text));
    if (!pressed) {
      element.removeAttribute('aria-busy');
      this.endWait();
      return;
    }
    this.#pressed.set(pressed.queryId, element);
    setTimeout(() => this.#release(pressed.queryId), PATIENCE_MILLIS);
  }

  #release(query) {
    this.#pressed.get(query)?.removeAttribute('aria-busy');
    this.#pressed.delete(query);
  }

  /** Shows the bot as typing until it answers. */
  expectAnswer() {
    this.endWait();
    this.#log.append(this.#typing);
    this.#log.scrollTop = this.#log.scrollHeight;
    byId('chat-state').textContent = 'typing…';
    this.#timers = [
      setTimeout(() => {
        if (this.#waiting) byId('chat-state').textContent = 'has not taken this yet: does the service run?';
      }, NOBODY_MILLIS),
      setTimeout(() => {
        if (!this.#waiting) this.endWait();
        this.#typing.remove();
      }, PATIENCE_MILLIS),
    ];
  }

  endWait() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#typing.remove();
    byId('chat-state').textContent = 'bot';
  }
}

function welcome() {
  return make('p', { className: 'welcome' }, 'Nothing has been said here yet.');
}
