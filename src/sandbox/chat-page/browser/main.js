import * as api from './api.js';
import { Chat } from './chat.js';
import { byId, makePopup } from './dom.js';
import { attempt, toast } from './notices.js';
import { listenToForm, showPeople } from './people.js';

let chat;
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
  on('typing', () => chat.expectAnswer());
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
  if (chat.blocked) await attempt(() => api.block(chat.user, false));
  else await chat.send('/start');
  byId('text').focus();
});
byId('block').addEventListener('click', () => attempt(() => api.block(chat.user, !chat.blocked)));
byId('repeat').addEventListener('click', async () => {
  if (await attempt(() => api.repeat(chat.user))) toast('Delivered again');
});
byId('back').addEventListener('click', () => {
  location.hash = '';
});
makePopup(byId('menu'), byId('menu-list'));
makePopup(byId('more'), byId('more-list'));
listenToForm((user) => {
  location.hash = String(user);
});
addEventListener('hashchange', open);
open();
