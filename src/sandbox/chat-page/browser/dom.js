export const byId = (id) => document.getElementById(id);

/** A new element, such as `p.note`. Its properties, if any, come first; with a `-` they are attributes. */
export function make(tag, ...children) {
  const properties = children[0]?.constructor === Object ? children.shift() : {};
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  element.classList.add(...classes);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (name.includes('-')) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== undefined && child !== ''));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** A picture of one path, 24 by 24, that says nothing to screen readers. */
export function picture(path) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(SVG, 'path');
  shape.setAttribute('d', path);
  svg.append(shape);
  return svg;
}

/**
 * In the list of a popover that opens, its first button has the focus; arrows lead on, a press closes it.
 * The opening itself moves the focus: the event `toggle` comes later, and an arrow may be pressed before it.
 */
export function prepareMenu(list) {
  list.addEventListener('beforetoggle', () =>
    list.querySelector('button')?.toggleAttribute('autofocus', true),
  );
  list.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const buttons = [...list.querySelectorAll('button')];
    const next = (buttons.indexOf(document.activeElement) + step + buttons.length) % buttons.length;
    buttons[next]?.focus();
  });
  list.addEventListener('click', ({ target }) => {
    if (target.closest('button')) list.hidePopover();
  });
}

const TOAST_MILLIS = 4_000;

let timer;

export function toast(text) {
  const element = byId('toast');
  element.textContent = text;
  element.classList.add('shown');
  clearTimeout(timer);
  timer = setTimeout(() => element.classList.remove('shown'), TOAST_MILLIS);
}

export function alertOf(text) {
  byId('alert-text').textContent = text;
  byId('alert').showModal();
}

export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    toast(error.message);
    return undefined;
  }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied');
  } catch {
    toast('The browser does not let this page copy: select the text instead');
  }
}

/** Asks the control API; throws an `Error` with its words when it refuses. */
export async function ask(method, call, body) {
  const response = await fetch(`/control/telegram/${call}`, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
