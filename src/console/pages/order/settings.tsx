import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type Ref,
  type SetStateAction,
  useRef,
  useState,
} from 'react';
import { NO_REFUSAL, useChange } from '../../data/refusals.ts';
import type { GeoKind, LuxurySettingsFieldsFragment } from '../../generated/graphql.ts';
import { graphql } from '../../generated/index.ts';
import { AddressCount } from '../../geo/AddressCount.tsx';
import { GeoFields } from '../../geo/GeoFields.tsx';
import { countryName, PlaceName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox, ListField, NumberField, SelectField, TextField } from '../../kit/fields.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, ErrorNote, Facts } from '../../kit/Page.tsx';
import { MAX_STICKY_MINUTES, MAX_THREADS } from '../../proxies/lines.ts';
import { t } from '../../texts/texts.tsx';
import styles from './OrderPage.module.css';

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
const SETTINGS: Readonly<Record<SettingName, Setting>> = {
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

const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

function changesOf(settings: Settings, edit: SettingsEdit): SettingsEdit {
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
function SettingField({ name, settings, onChange, error }: SettingFieldProps) {
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

function SettingValue({ type, name, settings }: SettingValueProps): ReactNode {
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

/** All that neither narrows the addresses nor has a button of its own. */
const CONNECTIONS = SETTING_NAMES.filter(
  (name) => !SETTINGS[name].kind && !['country', 'anonymous', 'paused'].includes(name),
);

interface SettingsCardProps {
  orderId: string;
  /** The `code` of the order's type. */
  type: string;
  settings: Settings;
  edit: SettingsEdit;
  onEdit: Dispatch<SetStateAction<SettingsEdit>>;
  ref: Ref<HTMLFormElement>;
}

/**
 * The settings as a form that says what it will change. What changes elsewhere shows at once, unless it is
 * edited here.
 */
export function SettingsCard({ orderId, type, settings, edit, onEdit, ref }: SettingsCardProps) {
  const { busy: isSaving, refusal, setRefusal, change: send } = useChange(SETTING_NAMES);
  const [isSaved, setSaved] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const changes = changesOf(settings, edit);
  const isChanged = Object.keys(changes).length > 0;
  const shown = { ...settings, ...edit };

  const change = (some: SettingsEdit) => {
    setSaved(false);
    setRefusal({ at: without(refusal.at, Object.keys(some)) });
    onEdit({ ...edit, ...some });
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || !isChanged) return;
    const { done } = await send(UPDATE_SETTINGS, { input: { orderId, ...changes } });
    setSaved(done !== undefined);
    if (!done) return;
    // What was edited while it was on its way stays.
    onEdit((latest) => (latest === edit ? {} : latest));
    // The button that had the focus cannot be pressed any more.
    outcome.current?.focus();
  };
  const discard = () => {
    onEdit({});
    setRefusal(NO_REFUSAL);
    outcome.current?.focus();
  };
  const fieldOf = (name: SettingName) => (
    <SettingField key={name} name={name} settings={shown} onChange={change} error={refusal.at[name]} />
  );

  return (
    <Card title={t('order-settings')}>
      <form ref={ref} className={`grid ${styles['settings']}`} onSubmit={save} noValidate>
        <fieldset className="grid top gap-4">
          <legend className="dim small bold" style={{ marginBottom: 'var(--s3)' }}>
            {t('setting-addresses')}
          </legend>
          <GeoFields type={type} filter={shown} onChange={change} errors={refusal.at}>
            <div className={styles['check']}>{fieldOf('anonymous')}</div>
          </GeoFields>
          <AddressCount type={type} filter={shown} />
        </fieldset>
        <fieldset className="grid top gap-4">
          <legend className="dim small bold" style={{ marginBottom: 'var(--s3)' }}>
            {t('setting-connections')}
          </legend>
          <div className="fields">
            {CONNECTIONS.filter((name) => name !== 'stickyMinutes' || shown.session === 'STICKY').map(
              fieldOf,
            )}
          </div>
        </fieldset>
        <div className="grid gap-3 ruled-4">
          <div ref={outcome} data-changes tabIndex={-1} style={{ minHeight: '1lh' }}>
            {isChanged ? (
              <SettingsChanges type={type} settings={settings} changes={changes} />
            ) : (
              <p role="status" className="dim">
                {t(isSaved ? 'setting-saved' : 'setting-unchanged')}
              </p>
            )}
          </div>
          <ErrorNote message={refusal.above} />
          {Object.keys(refusal.at).length > 0 && (
            <p role="alert" className="bad">
              {t('setting-refused')}
            </p>
          )}
          <div className="row wrap end gap-2">
            <Button onClick={discard} disabled={!isChanged || isSaving}>
              {t('setting-discard')}
            </Button>
            <Button type="submit" variant="primary" busy={isSaving} disabled={!isChanged}>
              {t('save')}
            </Button>
          </div>
        </div>
      </form>
    </Card>
  );
}

function without(errors: Readonly<Record<string, string>>, names: readonly string[]) {
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !names.includes(name)));
}

type SettingsChangesProps = Pick<SettingsCardProps, 'type' | 'settings'> & { changes: SettingsEdit };

function SettingsChanges({ type, settings, changes }: SettingsChangesProps) {
  const after = { ...settings, ...changes };
  const changed = SETTING_NAMES.filter((name) => name in changes);
  return (
    <Facts
      aria-label={t('setting-changes')}
      className={`grid tight anywhere ${styles['changeList']}`}
      facts={Object.fromEntries(
        changed.map((name) => [
          t('setting-name', { name }),
          <>
            <del className="dim">
              <SettingValue type={type} name={name} settings={settings} />
            </del>
            <Icon name="arrow" />
            <ins className="bold">
              <SettingValue type={type} name={name} settings={after} />
            </ins>
          </>,
        ]),
      )}
    />
  );
}
