import {
  EDITED_NAMES,
  type EditedName,
  GEO_FIELDS,
  type GeoField,
  type Setting,
  type SettingValue,
  settingOf,
} from '../../luxury/settings.ts';

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

/** A value as it is stored, or the entries that are wrong; an empty one for the whole, none for no value. */
export function readValue(name: OwnSetting, text: string): { value: SettingValue } | { wrong: string[] } {
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
