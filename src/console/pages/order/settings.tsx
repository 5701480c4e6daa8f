import type { ReactNode } from 'react';
import type { GeoKind, LuxurySettingsFieldsFragment } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { countryName, PlaceName } from '../../geo/places.ts';
import { Checkbox, ListField, NumberField, SelectField, TextField } from '../../kit/fields.tsx';
import { MAX_STICKY_MINUTES, MAX_THREADS, PROTOCOL_NAMES } from '../../proxies/lines.ts';

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
  label: string;
  /** What it may be, with its names: then it is chosen. */
  options?: Readonly<Record<string, string>>;
  /** Below its field. */
  hint?: string;
  most?: number;
  /** Which places or providers its value names by their codes. */
  kind?: GeoKind;
}

/** In the order of the form. */
export const SETTINGS: Readonly<Record<SettingName, Setting>> = {
  paused: { label: 'Paused' },
  country: { label: 'Country' },
  state: { label: 'State', kind: 'STATES' },
  city: { label: 'City', kind: 'CITIES' },
  zip: { label: 'ZIP code', kind: 'ZIPCODES' },
  asn: { label: 'Provider', kind: 'ASNS' },
  excludeAsn: { label: 'Providers left out', kind: 'ASNS' },
  anonymous: { label: 'Anonymous addresses only' },
  session: {
    label: 'Session',
    options: { ROTATING: 'Rotating: a new address each time', STICKY: 'Sticky: each port keeps one' },
  },
  stickyMinutes: {
    label: 'Minutes for each address',
    hint: `How long an address is kept: 1 to ${MAX_STICKY_MINUTES}.`,
    most: MAX_STICKY_MINUTES,
  },
  protocol: { label: 'Protocols', options: PROTOCOL_NAMES },
  threads: { label: 'Connections at once', hint: `At most ${MAX_THREADS}.`, most: MAX_THREADS },
  allowedIps: { label: 'Allowed without a password', hint: 'Up to 5 IP addresses, one on each line.' },
  blockedHosts: {
    label: 'Blocked hosts',
    hint: 'Up to 100, one on each line, with all their subdomains.',
  },
};

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

/** What of an edit differs from the settings as they are now. */
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
  const { label, hint, options, most } = SETTINGS[name];
  const texts = { label, hint, error };
  const value = settings[name];
  const change = (next: string | number | boolean | string[]) => onChange({ [name]: next });
  if (options)
    return (
      <SelectField {...texts} value={String(value)} options={Object.entries(options)} onChange={change} />
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

/** A value in words: of an option, those before its colon. */
export function SettingValue({ type, name, settings }: SettingValueProps): ReactNode {
  const { kind, options } = SETTINGS[name];
  const { country, state } = settings;
  const value = settings[name];
  if (name === 'country') return countryName(country);
  if (options) return options[String(value)]?.split(':')[0];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return String(value);
  if (!kind) return (Array.isArray(value) ? value.join(', ') : value) || 'None';
  if (value === null) return 'Any';
  if (typeof value === 'string') return <PlaceName {...{ type, kind, country, state }} code={value} />;
  if (value.length === 0) return 'None';
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
      __typename
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
