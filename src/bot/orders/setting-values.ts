import { GEO_FIELDS, type GeoField, type LuxurySettings, SETTINGS } from '../../luxury/settings.ts';
import { EDITED_SETTINGS, type EditedSetting } from '../people/state.ts';
import type { SettingFlaw } from '../texts/texts.ts';

export const isEdited = (name: string): name is EditedSetting => EDITED_SETTINGS.some((one) => one === name);
export const isPlace = (name: EditedSetting): name is GeoField => GEO_FIELDS.some((one) => one === name);

/** The settings whose values need no list of the upstream. */
type OwnSetting = Exclude<EditedSetting, 'country' | GeoField>;

interface Edited<Value> {
  /** The values of buttons, as they would be typed; an empty one empties a list. */
  choices: readonly string[];
  /** Undefined for what cannot be a value. */
  read(text: string): Value | undefined;
}

const oneOf = <Value extends string>(...values: Value[]): Edited<Value> => ({
  choices: values,
  read: (text) => values.find((value) => value === text.toLowerCase()),
});
const number = (...choices: string[]): Edited<number> => ({
  choices,
  read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : undefined),
});
const list: Edited<string[]> = { choices: [''], read: (text) => text.split(/[\s,;]+/).filter(Boolean) };

const EDITED: { [Name in OwnSetting]: Edited<LuxurySettings[Name]> } = {
  session: oneOf('rotating', 'sticky'),
  stickyMinutes: number('1', '10', '30', '60', '120'),
  protocol: oneOf('http', 'socks5', 'both'),
  threads: number('10', '100', '500', '1000', '2000'),
  allowedIps: list,
  blockedHosts: list,
  paused: { choices: ['true', 'false'], read: (text) => ({ true: true, false: false })[text] },
};

export const choicesOf = (name: OwnSetting) => EDITED[name].choices;

/** A person corrects no more flaws before the next try, and a message has room for these. */
const FLAWS_SHOWN = 10;
const MAX_ENTRY_CHARACTERS = 50;

/** What a message tells of flaws. */
export function shownFlaws(flaws: readonly SettingFlaw[]): SettingFlaw[] {
  return flaws.slice(0, FLAWS_SHOWN).map(({ entry, message }) => ({
    message,
    ...(entry !== undefined && { entry: entry.slice(0, MAX_ENTRY_CHARACTERS) }),
  }));
}

type Value = LuxurySettings[OwnSetting];
/** The checks that need no other setting. Each gets a value of its own setting. */
const CHECKS = SETTINGS as Record<
  OwnSetting,
  { check?: (value: Value, refuse: (message: string, entry?: number) => void) => Value }
>;

/** A value as it is stored, or what is wrong with it; no flaws when it is no value at all. */
export function readValue(name: OwnSetting, text: string): { value: Value } | { flaws: SettingFlaw[] } {
  const value = EDITED[name].read(text);
  if (value === undefined) return { flaws: [] };
  const flaws: SettingFlaw[] = [];
  const refuse = (message: string, entry?: number) => {
    flaws.push({ message, ...(entry !== undefined && Array.isArray(value) && { entry: value[entry] }) });
  };
  const check = CHECKS[name].check ?? ((unchecked) => unchecked);
  const checked = check(value, refuse);
  return flaws.length > 0 ? { flaws: shownFlaws(flaws) } : { value: checked };
}
