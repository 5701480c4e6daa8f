import type { Composer } from 'grammy';
import { ProviderError } from '../../catalog/errors.ts';
import {
  GEO_FIELDS,
  type GeoField,
  type LuxurySettings,
  SETTING_NAMES,
  type SettingName,
} from '../../luxury/settings.ts';
import type { GeoItem } from '../../upstreams/traffic.ts';
import { backRow, buttonsOf, ID, inRows, oneOf, onTyped, whole } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import { findByText, placeRows, placesOf, searchOf, withPlace } from '../dialogues/places.ts';
import { EDITED_SETTINGS, type EditedSetting } from '../people/state.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder, ORDER, readLuxury, SETTING, SETTING_VALUE, typeOf } from './order.ts';
import { preview, withPlaceNames } from './preview.ts';
import { choicesOf, isEdited, isPlace, readValue } from './setting-values.ts';

/** Countries that have buttons; others are typed. */
const COUNTRIES_SHOWN = 11;
const PLACES_PAGE = buttonsOf('set_page', oneOf(GEO_FIELDS), ID, whole(4));

/** The settings of a Luxury order: each as it is, and its values to choose or to type. */
export function onSettings(dialogue: Composer<BotContext>): void {
  SETTING.on(dialogue, (ctx, name, orderId) => showSetting(ctx, orderId, name));
  SETTING_VALUE.on(dialogue, (ctx, name, orderId, value) => choose(ctx, orderId, name, value));
  PLACES_PAGE.on(dialogue, (ctx, field, orderId, page) => {
    const { state } = ctx.person;
    const isOpen = state?.awaits === 'setting' && state.orderId === orderId && state.name === field;
    // As far as the list was narrowed by what was typed.
    return showPlaces(ctx, orderId, field, { page, search: (isOpen && state.search) || '' });
  });
  onTyped(dialogue, 'setting', (ctx, text, { orderId, name }) =>
    name === undefined ? ctx.say(ctx.texts.unknown) : choose(ctx, orderId, name, text),
  );
}

const backToSettings = (texts: Texts, orderId: number) => backRow(texts, ORDER.dataOf('settings', orderId));

export async function showSettings(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  ctx.person.state = null;
  const shown = await withPlaceNames(ctx, 'names', order, settings);
  const edited = EDITED_SETTINGS.filter((name) => name !== 'paused' && isShown(settings, name));
  const buttons = edited.map((name) => SETTING.button(texts.settings.name(name), name, orderId));
  const names = SETTING_NAMES.filter((name) => isShown(settings, name));
  const rows = [...inRows(buttons, 2), backToOrder(texts, orderId)];
  await ctx.show(texts.settings.all(orderId, shown, names), rows);
}

/** Filters that only programs set are shown when they are set, and places when there is a country. */
function isShown(settings: LuxurySettings, name: SettingName): boolean {
  const value = settings[name];
  const isOpen = isEdited(name) && (settings.country !== 'ANY' || !isPlace(name));
  return isOpen || (Array.isArray(value) ? value.length > 0 : value !== null && value !== false);
}

async function showSetting(ctx: BotContext, orderId: number, name: EditedSetting): Promise<void> {
  if (isPlace(name)) return showPlaces(ctx, orderId, name, { page: 0, search: '' });
  const { texts } = ctx;
  const { settings } = await readLuxury(ctx, orderId);
  const values =
    name === 'country'
      ? ['ANY', ...(await countriesOf(ctx, orderId)).slice(0, COUNTRIES_SHOWN).map(({ code }) => code)]
      : choicesOf(name);
  const buttons = values.map((value) =>
    SETTING_VALUE.button(texts.settings.choice(name, value), name, orderId, value),
  );
  ctx.person.state = { awaits: 'setting', orderId, name };
  const rows = [...inRows(buttons, name === 'country' ? 2 : 3), backToSettings(texts, orderId)];
  await ctx.show(texts.settings.one(orderId, settings, name), rows);
}

/** Shows what a value that was chosen or typed would change. */
async function choose(ctx: BotContext, orderId: number, name: EditedSetting, text: string): Promise<void> {
  if (isPlace(name)) return choosePlace(ctx, orderId, name, text);
  const read = name === 'country' ? await readCountry(ctx, orderId, text) : readValue(name, text);
  if ('flaws' in read) {
    await readLuxury(ctx, orderId);
    return ctx.say(ctx.texts.settings.refused(name, read.flaws));
  }
  await preview(ctx, orderId, { change: { [name]: read.value }, name });
}

async function readCountry(ctx: BotContext, orderId: number, text: string) {
  const wanted = text.trim().toLocaleLowerCase();
  const isNamed = (code: string) =>
    code.toLowerCase() === wanted ||
    ctx.texts.settings.choice('country', code).toLocaleLowerCase() === wanted;
  const found = isNamed('ANY')
    ? 'ANY'
    : (await countriesOf(ctx, orderId)).find(({ code }) => isNamed(code))?.code;
  return found === undefined ? { flaws: [] } : { value: found };
}

/**
 * Where the order's type has addresses, the most first; none when that is not known now, or not sold any
 * more.
 */
async function countriesOf(ctx: BotContext, orderId: number): Promise<readonly GeoItem[]> {
  const type = await typeOf(ctx, (await readLuxury(ctx, orderId)).order);
  if (!type) return [];
  try {
    return await ctx.outside('countries', ({ geo }) => geo.items(type, 'countries'));
  } catch (error) {
    if (error instanceof ProviderError) return [];
    throw error;
  }
}

/** The places of the order's country to choose from, by buttons or by typing. */
async function showPlaces(
  ctx: BotContext,
  orderId: number,
  field: GeoField,
  { page, search }: { page: number; search: string },
): Promise<void> {
  const { texts } = ctx;
  const found = await readPlaces(ctx, orderId, field);
  if (!found) return;
  const { places, settings } = found;
  ctx.person.state = { awaits: 'setting', orderId, name: field, ...(search !== '' && { search }) };
  const rows = placeRows(texts, places, {
    search,
    any: '',
    page,
    toPage: (other) => PLACES_PAGE.dataOf(field, orderId, other),
    toData: (code) => SETTING_VALUE.dataOf(field, orderId, code),
  });
  const name = places.find(({ code }) => code === settings[field])?.name ?? settings[field];
  const text =
    search === ''
      ? texts.settings.one(orderId, { ...settings, [field]: name }, field)
      : texts.buy.place(field, search);
  await ctx.show(text, [...rows, backToSettings(texts, orderId)]);
}

/** Shows what the place would change that a text stands for, or all that it may stand for. */
async function choosePlace(ctx: BotContext, orderId: number, field: GeoField, text: string): Promise<void> {
  if (text === '') return preview(ctx, orderId, { change: withPlace(field, null), name: field });
  const found = await readPlaces(ctx, orderId, field);
  if (!found) return;
  const search = searchOf(text);
  const [only, ...others] = findByText(found.places, search);
  if (!only) return ctx.say(ctx.texts.buy.nothingFits(search));
  if (others.length > 0) return showPlaces(ctx, orderId, field, { page: 0, search });
  await preview(ctx, orderId, { change: withPlace(field, only.code), name: field });
}

/** Undefined when the person was told why there is nothing to choose from. */
async function readPlaces(ctx: BotContext, orderId: number, field: GeoField) {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  const type = await typeOf(ctx, order);
  if (settings.country === 'ANY' || !type) {
    const country = SETTING.button(texts.settings.name('country'), 'country', orderId);
    const back = backToSettings(texts, orderId);
    const text = type ? texts.settings.needsCountry(field) : texts.settings.placesFixed;
    await ctx.show(text, type ? [[country], back] : [back]);
    return undefined;
  }
  try {
    const places = await ctx.outside(`geo:${field}`, (services) =>
      placesOf(services, type, field, settings.country, settings),
    );
    return { places, settings };
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    await ctx.say(texts.orders.providerAway);
    return undefined;
  }
}
