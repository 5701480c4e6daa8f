import type { GeoKind } from '../../../generated/graphql.ts';
import { countryName } from '../../../geo/places.ts';
import { PlaceName } from '../../../geo/places.ts';
import { Icon } from '../../../kit/Icon.tsx';
import styles from '../OrderPage.module.css';
import {
  SETTING_LABELS,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  type SettingsEdit,
} from './settings.ts';

const PROTOCOLS = { BOTH: 'HTTP and SOCKS5', HTTP: 'HTTP only', SOCKS5: 'SOCKS5 only' } as const;
const SESSIONS = { ROTATING: 'Rotating', STICKY: 'Sticky' } as const;
const GEO_KINDS: Partial<Record<SettingName, GeoKind>> = {
  state: 'STATES',
  city: 'CITIES',
  zip: 'ZIPCODES',
  asn: 'ASNS',
};

interface SettingsChangesProps {
  /** The `code` of the order's type. */
  type: string;
  settings: Settings;
  changes: SettingsEdit;
}

/** What saving will change, each with its value now and then. */
export function SettingsChanges({ type, settings, changes }: SettingsChangesProps) {
  const after = { ...settings, ...changes };
  const changed = SETTING_NAMES.filter((name) => name in changes);
  return (
    <dl aria-label="What will change" className={styles['changeList']}>
      {changed.map((name) => (
        <div key={name}>
          <dt>{SETTING_LABELS[name]}</dt>
          <dd>
            <del>
              <Value type={type} name={name} settings={settings} />
            </del>
            <Icon name="arrow" />
            <ins>
              <Value type={type} name={name} settings={after} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ValueProps {
  type: string;
  name: SettingName;
  settings: Settings;
}

function Value({ type, name, settings }: ValueProps) {
  const kind = GEO_KINDS[name];
  const value = settings[name];
  if (kind && typeof value === 'string')
    return <PlaceName {...{ type, kind }} country={settings.country} state={settings.state} code={value} />;
  if (name === 'excludeAsn' && settings.excludeAsn.length > 0)
    return settings.excludeAsn.map((code, index) => (
      <span key={code}>
        {index > 0 && ', '}
        <PlaceName type={type} kind="ASNS" country={settings.country} code={code} />
      </span>
    ));
  return textOf(name, settings);
}

function textOf(name: SettingName, settings: Settings): string {
  if (name === 'country') return countryName(settings.country);
  if (name === 'protocol') return PROTOCOLS[settings.protocol];
  if (name === 'session') return SESSIONS[settings.session];
  const value = settings[name];
  if (value === null) return 'Any';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return value.join(', ') || 'None';
  return String(value);
}
