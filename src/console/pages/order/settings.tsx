import type { ReactNode } from 'react';
import type { GeoKind, LuxurySettingsFieldsFragment } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { countryName, PlaceName } from '../../geo/places.ts';
import { Checkbox, ListField, NumberField, SelectField, TextField } from '../../kit/fields.tsx';
import { MAX_STICKY_MINUTES, MAX_THREADS } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';

export const LUXURY_SETTINGS = graphql(`
  fragment LuxurySettingsFields on LuxurySettings {
    id
    country
    state
    city
    zip
    asn
    anonymous
    excludeAsn
    session
    stickyMinutes
    protocol
    threads
    allowedIps
    blockedHosts
    paused
  }
`);

export type SettingName = Exclude<keyof LuxurySettingsFieldsFragment, 'id' | '__typename' | ' $fragmentName'>;
export type Settings = Pick<LuxurySettingsFieldsFragment, SettingName>;
export type SettingsEdit = Partial<Settings>;

interface Setting {
  /** What it may be: then it is chosen. */
  options?: readonly string[];
  most?: number;
  /** Which places or providers its value names by their codes. */
  kind?: GeoKind;
}

/** In the order of the form. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  paused: {},
  country: {},
  state: { kind: 'STATES' },
  city: { kind: 'CITIES' },
  zip: { kind: 'ZIPCODES' },
  asn: { kind: 'ASNS' },
  excludeAsn: { kind: 'ASNS' },
  anonymous: {},
  session: { options: ['ROTATING', 'STICKY'] },
  stickyMinutes: { most: MAX_STICKY_MINUTES },
  protocol: { options: ['BOTH', 'HTTP', 'SOCKS5'] },
  threads: { most: MAX_THREADS },
  allowedIps: {},
  blockedHosts: {},
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export function changesOf(settings: Settings, edit: SettingsEdit): SettingsEdit {
  const changed = SETTING_NAMES.filter(
    (name) => edit[name] !== undefined && String(edit[name] ?? '') !== String(settings[name] ?? ''),
  );
  return Object.fromEntries(changed.map((name) => [name, edit[name]]));
}

interface SettingFieldProps {
  name: SettingName;
  settings: Settings;
  onChange: (edit: SettingsEdit) => void;
  error: string | undefined;
}

/** The field of a setting that names no place, by the type of its value. */
export function SettingField({ name, settings, onChange, error }: SettingFieldProps) {
  const { options, most } = SETTINGS[name];
  const label = t('setting-name', { name });
  const texts = { label, hint: t('setting-hint', { name, most: String(most) }), error };
  const value = settings[name];
  const change = (next: string | number | boolean | string[]) => onChange({ [name]: next });
  if (options)
    return (
      <SelectField
        {...texts}
        value={String(value)}
        options={options.map((option) => [option, t('setting-option', { option })])}
        onChange={change}
      />
    );
  if (typeof value === 'number')
    return <NumberField {...texts} min={1} max={most} value={value} onChange={change} />;
  if (typeof value === 'boolean')
    return (
      <Checkbox checked={value} onChange={change}>
        {label}
      </Checkbox>
    );
  if (Array.isArray(value)) return <ListField {...texts} name={name} values={value} onChange={change} />;
  return <TextField {...texts} name={name} value={value ?? ''} onChange={change} />;
}

interface SettingValueProps {
  /** The `code` of the order's type. */
  type: string;
  name: SettingName;
  settings: Settings;
}

export function SettingValue({ type, name, settings }: SettingValueProps): ReactNode {
  const { kind, options } = SETTINGS[name];
  const { country, state } = settings;
  const value = settings[name];
  if (name === 'country') return countryName(country);
  if (options) return t('setting-value', { option: String(value) });
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'number') return String(value);
  if (!kind) return (Array.isArray(value) ? value.join(', ') : value) || t('none');
  if (value === null) return t('any');
  if (typeof value === 'string') return <PlaceName {...{ type, kind, country, state }} code={value} />;
  if (value.length === 0) return t('none');
  return value.map((code, index) => (
    <span key={code}>
      {index > 0 && ', '}
      <PlaceName {...{ type, kind, country }} code={code} />
    </span>
  ));
}

export const UPDATE_SETTINGS = graphql(`
  mutation UpdateSettings($input: UpdateSettingsInput!) {
    updateSettings(input: $input) {
      ... on UpdateSettingsSuccess {
        order {
          status
          protocol
          ...ConnectCard
          settings {
            ...LuxurySettingsFields
          }
        }
      }
      ...Refusal
    }
  }
`);
