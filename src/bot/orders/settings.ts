import type { Composer } from 'grammy';
import { InvalidCountryError, InvalidOptionError, ProviderError } from '../../catalog/errors.ts';
import { DomainError } from '../../kit/errors.ts';
import {
  applyChange,
  changedSettings,
  EDITED_NAMES,
  type EditedName,
  GEO_FIELDS,
  type GeoField,
  type LuxurySettings,
  MAX_THREADS,
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingName,
  type SettingsChange,
  type SettingValue,
  settingOf,
} from '../../luxury/settings.ts';
import { updateSettings } from '../../luxury/update-settings.ts';
import type { Order } from '../../orders/order.ts';
import { newSecret } from '../../sessions/sign-in.ts';
import type { GeoItem } from '../../upstreams/traffic.ts';
import { backRow, buttonsOf, ID, ORDER, oneOf, onTyped, whole, word } from '../dialogues/buttons.ts';
import type { BotContext } from '../dialogues/context.ts';
import {
  countryNames,
  findByText,
  inRows,
  placeNames,
  placeRows,
  placesOf,
  searchOf,
  withPlace,
} from '../dialogues/lists.ts';
import type { Texts } from '../texts/texts.ts';
import { backToOrder, LOOSEN, readLuxury, SETTING, SETTING_VALUE, typeOf } from './order.ts';

/** Countries that have buttons; others are typed. */
const COUNTRIES_SHOWN = 11;
/** Tells the change of a button from one that was shown later. */
const MARK_BYTES = 6;
const APPLY = buttonsOf('set_apply', word('[\\w-]{8}'));
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
  LOOSEN.on(dialogue, (ctx, name, orderId) => {
    const widest = name === 'threads' ? MAX_THREADS : SETTINGS[name].initially;
    return preview(ctx, orderId, { change: { [name]: widest } });
  });
  APPLY.on(dialogue, async (ctx, mark) => {
    const { state } = ctx.person;
    if (state?.awaits !== 'setting' || !state.change || state.mark !== mark)
      return ctx.say(ctx.texts.message('old-button'));
    await apply(ctx, state.orderId, state.change);
  });
  onTyped(dialogue, 'setting', (ctx, text, { orderId, name }) =>
    name === undefined ? ctx.say(ctx.texts.message('unknown')) : choose(ctx, orderId, name, text),
  );
}

const backToSettings = (texts: Texts, orderId: number) => backRow(texts, ORDER.dataOf('settings', orderId));

export async function showSettings(ctx: BotContext, orderId: number): Promise<void> {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  ctx.person.state = null;
  const shown = await withPlaceNames(ctx, 'names', order, settings);
  const edited = EDITED_NAMES.filter((name) => name !== 'paused' && isShown(settings, name));
  const buttons = edited.map((name) => SETTING.button(texts.setting(name), name, orderId));
  const names = SETTING_NAMES.filter((name) => isShown(settings, name));
  const rows = [...inRows(buttons, 2), backToOrder(texts, orderId)];
  await ctx.show(texts.settings(orderId, shown, names), rows);
}

/** Filters that only programs set are shown when they are set, and places when there is a country. */
function isShown(settings: LuxurySettings, name: SettingName): boolean {
  const value = settings[name];
  const isOpen = isEdited(name) && (settings.country !== 'ANY' || !isPlace(name));
  return isOpen || (Array.isArray(value) ? value.length > 0 : value !== null && value !== false);
}

async function showSetting(ctx: BotContext, orderId: number, name: EditedName): Promise<void> {
  if (isPlace(name)) return showPlaces(ctx, orderId, name, { page: 0, search: '' });
  const { texts } = ctx;
  const { settings } = await readLuxury(ctx, orderId);
  const values =
    name === 'country'
      ? ['ANY', ...(await countriesOf(ctx, orderId)).slice(0, COUNTRIES_SHOWN).map(({ code }) => code)]
      : choicesOf(name);
  const buttons = values.map((value) =>
    SETTING_VALUE.button(texts.choice(name, value), name, orderId, value),
  );
  ctx.person.state = { awaits: 'setting', orderId, name };
  const rows = [...inRows(buttons, name === 'country' ? 2 : 3), backToSettings(texts, orderId)];
  await ctx.show(texts.settingNow(orderId, settings, name), rows);
}

async function choose(ctx: BotContext, orderId: number, name: EditedName, text: string): Promise<void> {
  if (isPlace(name)) return choosePlace(ctx, orderId, name, text);
  const read = name === 'country' ? await readCountry(ctx, orderId, text) : readValue(name, text);
  if ('wrong' in read) {
    await readLuxury(ctx, orderId);
    return ctx.say(ctx.texts.refusedSetting(name, read.wrong));
  }
  await preview(ctx, orderId, { change: { [name]: read.value }, name });
}

async function readCountry(ctx: BotContext, orderId: number, text: string) {
  const countries = [{ code: 'ANY' }, ...(await countriesOf(ctx, orderId))].map(({ code }) => ({
    code,
    names: [ctx.texts.choice('country', code), ...countryNames(code)],
  }));
  const [only, ...others] = findByText(countries, text.trim());
  return only && others.length === 0 ? { value: only.code } : { wrong: [] };
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
    toButton: (label, code) => SETTING_VALUE.button(label, field, orderId, code),
  });
  const name = places.find(({ code }) => code === settings[field])?.name ?? settings[field];
  const text =
    search === ''
      ? texts.settingNow(orderId, { ...settings, [field]: name }, field)
      : texts.places(field, search);
  await ctx.show(text, [...rows, backToSettings(texts, orderId)]);
}

/** Shows what the place would change that a text stands for, or all that it may stand for. */
async function choosePlace(ctx: BotContext, orderId: number, field: GeoField, text: string): Promise<void> {
  if (text === '') return preview(ctx, orderId, { change: withPlace(field, null), name: field });
  const found = await readPlaces(ctx, orderId, field);
  if (!found) return;
  const search = searchOf(text);
  const [only, ...others] = findByText(found.places, search);
  if (!only) return ctx.say(ctx.texts.message('list-empty', { search }));
  if (others.length > 0) return showPlaces(ctx, orderId, field, { page: 0, search });
  await preview(ctx, orderId, { change: withPlace(field, only.code), name: field });
}

/** Undefined when the person was told why there is nothing to choose from. */
async function readPlaces(ctx: BotContext, orderId: number, field: GeoField) {
  const { texts } = ctx;
  const { order, settings } = await readLuxury(ctx, orderId);
  const type = await typeOf(ctx, order);
  if (settings.country === 'ANY' || !type) {
    const country = SETTING.button(texts.setting('country'), 'country', orderId);
    const back = backToSettings(texts, orderId);
    const text = type ? texts.message('needs-country', { setting: field }) : texts.message('places-fixed');
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
    await ctx.say(texts.message('provider-away'));
    return undefined;
  }
}

/**
 * Shows what a change of the settings does, with a button that makes it; a pause begins and ends at once.
 * `name` is the setting that a person may type meanwhile.
 */
async function preview(
  ctx: BotContext,
  orderId: number,
  { change, name }: { change: SettingsChange; name?: EditedName },
): Promise<void> {
  if (change.paused !== undefined) return apply(ctx, orderId, change);
  const { texts } = ctx;
  const { order, settings: before } = await readLuxury(ctx, orderId);
  const after = applyChange(before, change);
  const changed = Object.keys(changedSettings(before, after)) as SettingName[];
  const back = backRow(texts, ORDER.dataOf(name ? 'settings' : 'show', orderId));
  const [asked] = Object.keys(change) as SettingName[];
  const shown = {
    before: await withPlaceNames(ctx, 'before', order, before),
    after: await withPlaceNames(ctx, 'after', order, after),
  };
  if (changed.length === 0 && asked) return ctx.show(texts.sameSetting(asked, shown.before), [back]);
  const mark = newSecret(MARK_BYTES);
  ctx.person.state = { awaits: 'setting', orderId, ...(name && { name }), change, mark };
  const applying = [APPLY.button(texts.label('button-apply'), mark)];
  await ctx.show(texts.changes(orderId, changed, shown), [applying, back]);
}

/** Makes a change. What is sent are absolute values, so it may be repeated. */
async function apply(ctx: BotContext, orderId: number, change: SettingsChange): Promise<void> {
  const { texts, buyer } = ctx;
  try {
    await ctx.outside('change', (services) => updateSettings(services, buyer, orderId, change));
  } catch (error) {
    if (error instanceof ProviderError) return ctx.say(texts.message('settings-not-changed'));
    if (!(error instanceof InvalidOptionError || error instanceof InvalidCountryError)) throw error;
    return refuse(ctx, change, error);
  }
  ctx.person.state = null;
  const settings = ORDER.button(texts.label('button-settings'), 'settings', orderId);
  const { paused } = change;
  const done = paused === undefined ? 'settings' : paused ? 'paused' : 'resumed';
  await ctx.show(texts.message('settings-applied', { orderId, change: done }), [
    [settings, ...backToOrder(texts, orderId)],
  ]);
}

async function refuse(
  ctx: BotContext,
  change: SettingsChange,
  { flaws }: InvalidOptionError | InvalidCountryError,
): Promise<void> {
  const bySetting = Map.groupBy(flaws, ({ path: [name] }) => name as SettingName);
  for (const [name, ofSetting] of bySetting) {
    const value = change[name];
    const wrong = ofSetting.map(
      ({ path: [, entry] }) => (Array.isArray(value) && value[Number(entry)]) || '',
    );
    await ctx.say(ctx.texts.refusedSetting(name, wrong));
  }
}

/**
 * The settings of an order with the names of places in place of their codes, where these can be read. `key`
 * names the reading within the update.
 */
async function withPlaceNames(
  ctx: BotContext,
  key: string,
  order: Order,
  settings: LuxurySettings,
): Promise<LuxurySettings> {
  const type = await typeOf(ctx, order);
  if (!type || GEO_FIELDS.every((field) => settings[field] === null)) return settings;
  try {
    const names = await ctx.outside(key, (services) =>
      placeNames(services, type, settings.country, settings),
    );
    return { ...settings, ...names };
  } catch (error) {
    if (error instanceof DomainError) return settings;
    throw error;
  }
}

const isEdited = (name: string): name is EditedName => EDITED_NAMES.some((one) => one === name);
const isPlace = (name: EditedName): name is GeoField => GEO_FIELDS.some((one) => one === name);

/** The settings whose values need no list of the upstream. */
type OwnSetting = Exclude<EditedName, 'country' | GeoField>;

/** The values of buttons, as they would be typed; an empty one empties a list, or clears a text. */
function choicesOf(name: OwnSetting): readonly string[] {
  const { kind, values = [], suggested = [] } = settingOf(name);
  if (kind === 'flag') return ['true', 'false'];
  if (kind === 'enum') return values;
  return kind === 'number' ? suggested.map(String) : [''];
}

/** Undefined for what cannot be a value. */
function typed({ kind, values = [] }: Setting, text: string): SettingValue | undefined {
  switch (kind) {
    case 'text':
      return text;
    case 'flag':
      return { true: true, false: false }[text];
    case 'number':
      return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
    case 'list':
      return text.split(/[\s,;]+/).filter(Boolean);
    case 'enum':
      return values.find((value) => value === text.toLowerCase());
  }
}

/** A value as it is stored, or the entries that are wrong; an empty one for the whole, none for no value. */
function readValue(name: OwnSetting, text: string): { value: SettingValue } | { wrong: string[] } {
  const setting = settingOf(name);
  const value = typed(setting, text);
  if (value === undefined) return { wrong: [] };
  const wrong: string[] = [];
  const refuse = (_message: string, entry = -1) => {
    wrong.push((Array.isArray(value) && value[entry]) || '');
  };
  const checked = setting.check?.(value, refuse) ?? value;
  return wrong.length > 0 ? { wrong } : { value: checked };
}
