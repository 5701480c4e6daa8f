import {
  EDITED_NAMES,
  type EditedName,
  GEO_FIELDS,
  type GeoField,
  type Setting,
  type SettingValue,
  settingOf,
} from '../../luxury/settings.ts';
import type { SettingFlaw } from '../texts/texts.ts';

export const isEdited = (name: string): name is EditedName => EDITED_NAMES.some((one) => one === name);
export const isPlace = (name: EditedName): name is GeoField => GEO_FIELDS.some((one) => one === name);

/** The settings whose values need no list of the upstream. */
type OwnSetting = Exclude<EditedName, 'country' | GeoField>;

/** The values of buttons, as they would be typed; an empty one empties a list, or clears a text. */
export function choicesOf(name: OwnSetting): readonly string[] {
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

/** A value as it is stored, or what is wrong with it; no flaws when it is no value at all. */
export function readValue(
  name: OwnSetting,
  text: string,
): { value: SettingValue } | { flaws: SettingFlaw[] } {
  const setting = settingOf(name);
  const value = typed(setting, text);
  if (value === undefined) return { flaws: [] };
  const flaws: SettingFlaw[] = [];
  const refuse = (message: string, entry?: number) => {
    flaws.push({ message, ...(entry !== undefined && Array.isArray(value) && { entry: value[entry] }) });
  };
  const checked = setting.check?.(value, refuse) ?? value;
  return flaws.length > 0 ? { flaws: shownFlaws(flaws) } : { value: checked };
}
