import { byId, make } from '/chat/dom.js';

/** As many as the sandbox keeps. */
const MAX_SHOWN = 200;

const name = location.pathname.split('/')[2];
const log = byId('log');
const welcome = byId('welcome');
const state = byId('state');

document.title = `Webhooks to ${name}`;
byId('title').textContent = document.title;
welcome.textContent = `Nothing has come yet to ${location.origin}/hooks/${name}`;

const stream = new EventSource(`/hooks/${name}/events`);
stream.addEventListener('error', () => state.replaceChildren('The sandbox is away'));
stream.addEventListener('delivery', ({ data }) => show([JSON.parse(data)]));
// At the start, and again when the sandbox is back.
stream.addEventListener('kept', ({ data }) => {
  log.replaceChildren(welcome);
  show(JSON.parse(data));
});

/** The newest one comes first, below the welcome. */
function show(deliveries) {
  const isFirst = log.childElementCount === 1;
  for (const delivery of deliveries) welcome.after(entryOf(delivery));
  while (log.childElementCount > MAX_SHOWN + 1) log.lastChild.remove();
  const newest = welcome.nextElementSibling;
  if (newest && isFirst) newest.open = true;
  welcome.hidden = newest !== null;
  const last = newest?.querySelector('time').textContent;
  state.textContent = newest ? `${log.childElementCount - 1} shown, the last came at ${last}` : 'Waiting';
}

function entryOf({ at, attempt, fault, headers, body }) {
  const event = parsed(body);
  // In the form of 2026-11-20 12:00:00.
  const time = new Date(at).toLocaleString('sv');
  const head = [
    make('b', `${event?.type ?? 'Not an event'}`),
    event?.sequence ? `no. ${event.sequence}` : '',
    make('time', { dateTime: at }, time),
    attempt > 1 ? make('mark', `again: attempt ${attempt}`) : '',
    fault ? make('mark', `fault: ${fault}`) : '',
    make('span.about', headers['webhook-id'] ?? 'no webhook-id'),
  ].flatMap((part) => [part, ' ']);
  const lines = Object.entries(headers).map(([header, value]) => `${header}: ${value}`);
  const text = event === undefined ? body : JSON.stringify(event, null, 2);
  const content = make('div.text', make('pre', text), make('pre', lines.join('\n')));
  return make('details.bubble', make('summary', ...head), content);
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
