import { alertOf, ask, attempt, byId, make, prepareMenu, toast } from './dom.js';
import { bubbleOf } from './message.js';

let chat;
/** What a link to the bot carries behind `?start=`, until it is started with it. */
let payload = new URLSearchParams(location.search).get('start');
let stream;

/** Follows the address: `#7` is the chat of user 7. On a phone, what had the focus is hidden then. */
function open(event) {
  const user = Number(location.hash.slice(1)) || undefined;
  const left = chat?.user;
  let moved = event !== undefined;
  const focus = (element) => {
    const holder = document.activeElement;
    const isLost = holder === document.body || !holder.checkVisibility();
    if (moved && isLost) element?.focus({ preventScroll: true });
    moved = false;
  };
  stream?.close();
  chat?.endWait();
  chat = user ? new Chat(user) : undefined;
  byId('log').replaceChildren();
  stream = new EventSource(user ? `/chat/events?user=${user}` : '/chat/events');
  const on = (name, act) => stream.addEventListener(name, ({ data }) => act(JSON.parse(data)));
  on('people', (people) => {
    showPeople(people, user);
    if (!user) focus(document.querySelector(`#people a[href="#${left}"]`));
  });
  on('chat', (state) => {
    show(true);
    chat.show(state);
    focus(byId('start').hidden ? byId('log') : byId('start'));
  });
  on('message', (message) => chat.showMessage(message));
  on('about', (about) => chat.showAbout(about));
  on('answer', (answer) => chat.showAnswer(answer));
  show(false);
}

function show(opened) {
  byId('chat').hidden = !opened;
  byId('nobody').hidden = opened;
  byId('app').classList.toggle('in-chat', opened);
}

async function compose() {
  const field = byId('text');
  const text = field.value.trim();
  if (text === '') return;
  field.value = '';
  // What could not be sent is not lost.
  if (!(await chat.send(text)) && field.value === '') field.value = text;
}

/** How long the bot is shown as typing; a pressed button, too, is given up then. */
const PATIENCE_MILLIS = 15_000;
const NOBODY_MILLIS = 5_000;
/** So close to the end the log follows new messages. */
const NEAR_PIXELS = 120;

/** One person's chat, as the event stream tells it. */
class Chat {
  #log = byId('log');
  #typing = make('div.message.bot', { 'aria-hidden': 'true' }, make('div.bubble', '…'));
  #pressed = new Map();
  #waiting = false;
  #timers = [];

  constructor(user) {
    this.user = user;
  }

  /** Everything anew: at the start, and when the stream was interrupted. */
  show({ person, commands, messages, waiting }) {
    const known = messages.map((message) => bubbleOf(message, this));
    this.#log.replaceChildren(
      ...(known.length > 0 ? known : [make('p.welcome', 'Nothing has been said here yet.')]),
    );
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
    byId('start').hidden = person.started && !person.blocked && payload === null;
    byId('start').textContent = person.blocked ? 'Unblock the bot' : 'Start';
    byId('compose').hidden = !byId('start').hidden;
    byId('block').textContent = person.blocked ? 'Unblock the bot' : 'Block the bot';
    this.blocked = person.blocked;
    this.started = person.started;
    // Drawn again only if it has changed: somebody may be in it.
    const menu = JSON.stringify(commands);
    if (byId('menu-list').dataset.commands === menu) return;
    byId('menu-list').dataset.commands = menu;
    byId('menu').hidden = commands.length === 0;
    byId('menu-list').replaceChildren(
      ...commands.map(({ command, description }) =>
        make(
          'li',
          make(
            'button',
            { type: 'button', onclick: () => this.send(`/${command}`) },
            make('b', `/${command}`),
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
    const sent = await attempt(() => ask('POST', 'send', { user: this.user, text }));
    if (!sent) this.endWait();
    return sent !== undefined;
  }

  async press({ messageId }, text, element) {
    element.setAttribute('aria-busy', 'true');
    this.expectAnswer();
    const pressed = await attempt(() => ask('POST', 'press', { user: this.user, messageId, button: text }));
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

function showPeople(people, chosen) {
  const focused = document.activeElement?.closest?.('#people a')?.hash;
  byId('people').replaceChildren(...people.map((person) => make('li', entryOf(person, chosen))));
  if (focused) document.querySelector(`#people a[href="${focused}"]`)?.focus();
  suggestId(people);
}

function entryOf({ user, firstName, language, blocked, snippet }, chosen) {
  const about = [`id ${user}`, language, blocked ? 'has blocked the bot' : ''].filter(Boolean).join(' · ');
  return make(
    'a',
    { href: `#${user}`, 'aria-current': user === chosen ? 'page' : undefined },
    make('span.avatar', { 'aria-hidden': 'true' }, [...firstName][0]),
    make(
      'span.entry',
      make('span.name', firstName),
      make('span.about', about),
      make('span.snippet', snippet || 'Nothing said yet'),
    ),
  );
}

/** The next number, unless the person at the page has typed one. */
function suggestId(people) {
  const field = byId('introduce').elements.user;
  if (field.value === '' || field.value === field.defaultValue) {
    field.defaultValue = String(Math.max(0, ...people.map(({ user }) => user)) + 1);
    field.value = field.defaultValue;
  }
}

byId('compose').addEventListener('submit', (event) => {
  event.preventDefault();
  void compose();
});
byId('text').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  void compose();
});
byId('start').addEventListener('click', async () => {
  if (chat.blocked) await attempt(() => ask('POST', 'block', { user: chat.user, blocked: false }));
  else {
    const sent = await chat.send(payload === null ? '/start' : `/start ${payload}`);
    if (sent) payload = null;
    if (chat.started) byId('start').hidden = true;
    byId('compose').hidden = !byId('start').hidden;
  }
  byId('text').focus();
});
byId('block').addEventListener('click', () =>
  attempt(() => ask('POST', 'block', { user: chat.user, blocked: !chat.blocked })),
);
byId('repeat').addEventListener('click', async () => {
  if (await attempt(() => ask('POST', 'repeat', { user: chat.user }))) toast('Delivered again');
});
byId('back').addEventListener('click', () => {
  location.hash = '';
});
prepareMenu(byId('menu-list'));
prepareMenu(byId('more-list'));
byId('introduce').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const { firstName, language, user } = Object.fromEntries(new FormData(form));
  const person = { user: Number(user), firstName, ...(language !== '' && { language }) };
  const made = await attempt(() => ask('PUT', 'user', person));
  if (!made) return;
  form.elements.firstName.value = '';
  form.elements.user.value = form.elements.user.defaultValue;
  location.hash = String(made.user);
});
addEventListener('hashchange', open);
open();
