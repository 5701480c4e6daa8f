import { byId } from './dom.js';

/** How long a short message is shown. */
const TOAST_MILLIS = 4_000;

let timer;

export function toast(text) {
  const element = byId('toast');
  element.textContent = text;
  element.classList.add('shown');
  clearTimeout(timer);
  timer = setTimeout(() => element.classList.remove('shown'), TOAST_MILLIS);
}

/** What the person has to read. */
export function alertOf(text) {
  byId('alert-text').textContent = text;
  byId('alert').showModal();
}

/** Runs what a button does, and shows why it failed. */
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
