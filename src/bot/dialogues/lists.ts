import { InlineKeyboard } from 'grammy';
import type { InlineKeyboardButton } from 'grammy/types';
import type { ProductType } from '../../catalog/catalog.ts';
import { GEO_FIELDS, type GeoField, type LuxuryOptions } from '../../luxury/settings.ts';
import type { Services } from '../../purchases/services.ts';
import type { GeoKind } from '../../upstreams/traffic.ts';
import type { BotMessage, Buttons } from '../outgoing/outbox.ts';
import { LANGUAGES } from '../people/people.ts';
import { escaped, type Html, html, MAX_TEXT_UNITS } from '../texts/html.ts';
import type { Texts } from '../texts/texts.ts';

export interface Listed {
  code: string;
  names: readonly string[];
}

/** How much of a typed text is searched for, and shown again: names are shorter. */
const MAX_SEARCH_CHARACTERS = 40;

export function searchOf(typed: string): string {
  return [...typed.trim()].slice(0, MAX_SEARCH_CHARACTERS).join('');
}

/** Letters that have no mark to leave out, as they are typed without one. */
const PLAIN: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', '’': "'" };

/** Upper and lower case are the same, and so are letters with and without their marks. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıłøđßæ’]/g, (letter) => PLAIN[letter] ?? letter);
}

const STYLES = ['long', 'short'] as const;
const COUNTRY_NAMES = LANGUAGES.flatMap((language) =>
  STYLES.map((style) => new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' })),
);

/** What people call countries besides: no list of names has these. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE', 'Emirates', 'Эмираты'],
  BY: ['Белоруссия'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'England', 'Англия', 'Британия'],
  NL: ['Holland', 'Голландия'],
  TR: ['Turkey'],
  US: ['USA', 'America', 'Америка'],
};

const namesByCode = new Map<string, readonly string[]>();

/** What a person may type for a country of that ISO-2 code: in each language of the bot, and in its own. */
export function countryNames(code: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(code)) return [];
  return namesByCode.getOrInsertComputed(code, () => {
    const own = new Intl.Locale(`und-${code}`).maximize().language;
    const native = new Intl.DisplayNames(own, { type: 'region', fallback: 'none' });
    const names = [...COUNTRY_NAMES, native].map((one) => one.of(code)).filter((name) => name !== undefined);
    return [...new Set([...names, ...(CALLED[code] ?? [])])];
  });
}

/**
 * The items that a text stands for: the one whose code or name it is, otherwise all that contain it. An empty
 * text stands for all.
 */
export function findByText<Item extends Listed>(items: readonly Item[], text: string): readonly Item[] {
  const exact = items.find(({ code }) => code === text);
  if (exact) return [exact];
  const wanted = folded(text);
  const same = items.filter((item) => [item.code, ...item.names].some((name) => folded(name) === wanted));
  if (same.length > 0) return same;
  return items.filter(
    ({ code, names }) =>
      folded(code).startsWith(wanted) || names.some((name) => folded(name).includes(wanted)),
  );
}

export function numberIn(text: string, most: number): number | undefined {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return number >= 1 && number <= most ? number : undefined;
}

export function inRows<Item>(items: readonly Item[], perRow: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / perRow) }, (_, i) =>
    items.slice(i * perRow, (i + 1) * perRow),
  );
}

/** Entries that fit on the screen of a phone, with what stands around them. */
const ON_PAGE = 8;
/** An arrow where there is no page: a button has to have a text, and does nothing. */
const NO_PAGE = '·';

/** Which page of a list is shown, from 0, and the data of the button that shows another one. */
export interface Paging {
  page: number;
  toPage(page: number): string;
}

export function pagedRows<Item>(
  texts: Texts,
  paging: Paging,
  items: readonly Item[],
  toButton: (item: Item) => InlineKeyboardButton,
): Buttons {
  const last = Math.max(0, Math.ceil(items.length / ON_PAGE) - 1);
  const page = Math.min(paging.page, last);
  const shown = items.slice(page * ON_PAGE, (page + 1) * ON_PAGE).map((item) => [toButton(item)]);
  if (last === 0) return shown;
  const turn = (label: string, to: number) =>
    InlineKeyboard.text(
      to < 0 || to > last ? NO_PAGE : label,
      paging.toPage(Math.min(Math.max(to, 0), last)),
    );
  const place = InlineKeyboard.text(
    texts.label('list-page', { page: String(page + 1), pages: String(last + 1) }),
    paging.toPage(page),
  );
  return [...shown, [turn('◀', page - 1), place, turn('▶', page + 1)]];
}

/** More proxies come only as a file, and from so many on as a file besides. */
const MOST_IN_BLOCKS = 50;
const FILE_FROM = 5;

/** Lines of access as one block to copy, or as several where a message does not take them all. */
export function accessMessages(
  lines: readonly string[],
  given: { head: Html; tail?: Html; file: string; caption: Html; buttons: Buttons },
): BotMessage[] {
  const { head, tail, file: name, caption, buttons } = given;
  const file = { name, text: `${lines.join('\n')}\n`, caption };
  if (lines.length > MOST_IN_BLOCKS) return [file];
  const room = MAX_TEXT_UNITS - head.text.length - (tail?.text.length ?? 0) - '<pre></pre>\n\n\n\n'.length;
  const blocks: string[] = [];
  for (const line of lines) {
    const longer = blocks.length > 0 ? `${blocks.at(-1)}\n${line}` : line;
    if (blocks.length > 0 && escaped(longer).length <= room) blocks[blocks.length - 1] = longer;
    else blocks.push(line);
  }
  const messages = blocks.map((block, i) => {
    const isLast = i === blocks.length - 1;
    const start = i === 0 && html`${[head, html``, html``]}`;
    const end = isLast && tail && html`${[html``, html``, tail]}`;
    const text = html`${start || ''}<pre>${block}</pre>${end || ''}`;
    return { text, ...(isLast && { buttons }) };
  });
  return lines.length >= FILE_FROM ? [file, ...messages] : messages;
}

const KINDS: Record<GeoField, GeoKind> = { state: 'states', city: 'cities', zip: 'zipcodes', asn: 'asns' };
/** What fits into the data of a button with what stands before it. A longer code can be typed. */
const MAX_CODE_BYTES = 32;

interface Place extends Listed {
  name: string;
  count: number;
}

/** The states, cities, ZIP codes or providers that a country can be narrowed to, the largest first. */
export async function placesOf(
  { geo }: Pick<Services, 'geo'>,
  product: ProductType,
  field: GeoField,
  country: string,
  { state }: LuxuryOptions,
): Promise<readonly Place[]> {
  const within = { country, ...(field !== 'state' && state && { state }) };
  const items = await geo.items(product, KINDS[field], within);
  return items.map(({ code, name, count }) => ({ code, name, count, names: [name] }));
}

/** The names of the places that were chosen; a code that is in no list any more stands for itself. */
export async function placeNames(
  services: Pick<Services, 'geo'>,
  product: ProductType,
  country: string,
  options: LuxuryOptions,
): Promise<Partial<Record<GeoField, string>>> {
  const names: Partial<Record<GeoField, string>> = {};
  for (const field of GEO_FIELDS) {
    const wanted = options[field];
    if (!wanted) continue;
    const places = await placesOf(services, product, field, country, options);
    names[field] = places.find(({ code }) => code === wanted)?.name ?? wanted;
  }
  return names;
}

/** The change that chooses a place: another state has other cities and ZIP codes, a city other ZIP codes. */
export function withPlace(field: GeoField, code: string | null): Pick<LuxuryOptions, GeoField> {
  const narrower = field === 'state' ? { city: null, zip: null } : field === 'city' ? { zip: null } : {};
  return { [field]: code, ...narrower };
}

export function placeRows(
  texts: Texts,
  places: readonly Place[],
  list: Paging & {
    search: string;
    any: string;
    toButton: (label: string, code: string) => InlineKeyboardButton;
  },
): Buttons {
  const { search, any, toButton, ...paging } = list;
  const found = findByText(places, search).filter(({ code }) => Buffer.byteLength(code) <= MAX_CODE_BYTES);
  const rows = pagedRows(texts, paging, found, ({ code, name, count }) =>
    toButton(`${name}, ${texts.count(count)}`, code),
  );
  return [[toButton(texts.label('button-any'), any)], ...rows];
}
