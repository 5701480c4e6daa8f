import { FluentBundle, FluentResource } from '@fluent/bundle';
import { Fragment, type ReactNode } from 'react';
import english from './en.ftl?raw';

/** The languages of the console by their BCP 47 code, each with its own name. */
export const LANGUAGES = [
  ['en', 'English'],
  ['ru', 'Русский'],
] as const;

type Language = (typeof LANGUAGES)[number][0];

/** In the browser's storage: the language that was chosen; nothing for the browser's. */
const PLACE = 'console:language';

/** What is spoken until the page is loaded again: another language loads it again. */
export const LANGUAGE: Language = languageOf([localStorage.getItem(PLACE) ?? '', ...navigator.languages]);

/** English is in the first file, and says what another language lacks, or all while that cannot be loaded. */
const originals = bundleOf('en', english);
let bundle = originals;

/** Until this is done, nothing may be said. */
export async function loadTexts(): Promise<void> {
  const russian = LANGUAGE === 'ru' && (await import('./ru.ftl?raw').catch(() => undefined));
  if (russian) bundle = bundleOf('ru', russian.default);
  document.documentElement.lang = russian ? 'ru' : 'en';
}

function bundleOf(language: Language, texts: string): FluentBundle {
  const made = new FluentBundle(language, { useIsolating: false });
  made.addResource(new FluentResource(texts));
  return made;
}

export function chooseLanguage(language: string): void {
  localStorage.setItem(PLACE, language);
  location.reload();
}

/** By name. A number is written in the form of the language, and chooses the word for one or for many. */
type Values = Readonly<Record<string, string | number>>;

/** A text of the language's file. What has no text is said by its id. */
export function t(id: string, values: Values = {}): string {
  const from = bundle.hasMessage(id) ? bundle : originals;
  const { value } = from.getMessage(id) ?? {};
  return value ? from.formatPattern(value, values) : id;
}

/** What the service says in English, in the language; as it says it, if that is not the text of this id. */
export function translated(text: string, id: string): string {
  return originals.getMessage(id)?.value === text ? t(id) : text;
}

/** Whether a text has words of its own, such as the code of a refusal that a newer service may have added. */
export function hasText(id: string): boolean {
  return bundle.hasMessage(id);
}

/** Marks where an element stands in a text: characters that no text has. */
const MARK = /\uE000(\w+)\uE001/;

/** A text with elements, such as links, in the place of some of its values. */
export function rich(id: string, elements: Readonly<Record<string, ReactNode>>, values: Values = {}) {
  const marks = Object.fromEntries(Object.keys(elements).map((name) => [name, `\uE000${name}\uE001`]));
  const parts = t(id, { ...values, ...marks }).split(MARK);
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
  return parts.map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : elements[part]}</Fragment>);
}

/** Such as "Order 12 · shop 7": what is known of one thing. */
export function listed(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}

/** A number in the form of the language, such as 5,040. */
export function formatCount(count: number | bigint): string {
  return COUNTS.format(count);
}

const COUNTS = new Intl.NumberFormat(LANGUAGE);

/** The first of the browser's languages that the console speaks; English if there is none. */
function languageOf(wanted: readonly string[]): Language {
  const known = wanted.map((code) => LANGUAGES.find(([language]) => code.split('-')[0] === language)?.[0]);
  return known.find((language) => language !== undefined) ?? 'en';
}
