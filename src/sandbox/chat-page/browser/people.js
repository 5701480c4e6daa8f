import * as api from './api.js';
import { byId, make } from './dom.js';
import { attempt } from './notices.js';

/** How many colors there are for the circles with the first letters. */
const COLORS = 6;

/** Shows everybody; who is chosen is marked. */
export function showPeople(people, chosen) {
  const focused = document.activeElement?.closest?.('#people a')?.hash;
  byId('people').replaceChildren(...people.map((person) => make('li', {}, entryOf(person, chosen))));
  if (focused) document.querySelector(`#people a[href="${focused}"]`)?.focus();
  suggestId(people);
}

function entryOf({ user, firstName, language, blocked, snippet }, chosen) {
  const about = [`id ${user}`, language, blocked ? 'has blocked the bot' : ''].filter(Boolean).join(' · ');
  return make(
    'a',
    { href: `#${user}`, 'aria-current': user === chosen ? 'page' : undefined },
    make('span', { className: `avatar color-${user % COLORS}`, 'aria-hidden': 'true' }, [...firstName][0]),
    make(
      'span',
      { className: 'entry' },
      make('span', { className: 'name' }, firstName),
      make('span', { className: 'about' }, about),
      make('span', { className: 'snippet' }, snippet || 'Nothing said yet'),
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

/** Makes somebody up and opens their chat. */
export function listenToForm(open) {
  byId('introduce').addEventListener('submit', async (event) => {
    event.preventDefault();
    const form = event.target;
    const { firstName, language, user } = Object.fromEntries(new FormData(form));
    const person = { user: Number(user), firstName, ...(language !== '' && { language }) };
    const made = await attempt(() => api.introduce(person));
    if (!made) return;
    form.elements.firstName.value = '';
    form.elements.user.value = form.elements.user.defaultValue;
    open(made.user);
  });
}
