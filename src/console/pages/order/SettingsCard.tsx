import { type FormEvent, type Ref, useRef, useState } from 'react';
import type { Refusal } from '../../data/refusals.ts';
import type { GeoKind, Protocol, Session } from '../../generated/graphql.ts';
import { AddressCount } from '../../geo/AddressCount.tsx';
import { ExcludedProviders, GeoFields } from '../../geo/GeoFields.tsx';
import { countryName, PlaceName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { Checkbox, ListField, NumberField, SelectField } from '../../kit/fields.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, ErrorNote } from '../../kit/Page.tsx';
import { PROTOCOL_NAMES } from '../../proxies/lines.ts';
import styles from './OrderPage.module.css';
import {
  changesOf,
  SETTING_LABELS,
  SETTING_NAMES,
  type SettingName,
  type Settings,
  type SettingsEdit,
  useUpdateSettings,
} from './settings.ts';

const NO_REFUSAL: Refusal = { at: {} };

interface SettingsCardProps {
  orderId: string;
  /** The `code` of the order's type. */
  type: string;
  settings: Settings;
  edit: SettingsEdit;
  onEdit: (edit: SettingsEdit) => void;
  ref: Ref<HTMLFormElement>;
}

/**
 * The settings as a form that says what it will change. What changes elsewhere shows at once, unless it is
 * edited here.
 */
export function SettingsCard({ orderId, type, settings, edit, onEdit, ref }: SettingsCardProps) {
  const [isSaving, update] = useUpdateSettings(orderId);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const [isSaved, setSaved] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const latest = useRef(edit);
  latest.current = edit;
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
    const refused = await update(changes);
    setRefusal(refused ?? NO_REFUSAL);
    setSaved(!refused);
    if (refused) return;
    onEdit(editedSince(edit, latest.current));
    // The button that had the focus cannot be pressed any more.
    outcome.current?.focus();
  };
  const discard = () => {
    onEdit({});
    setRefusal(NO_REFUSAL);
    outcome.current?.focus();
  };

  return (
    <Card title="Settings">
      <form ref={ref} className="grid gap-5" onSubmit={save} noValidate>
        <fieldset className={styles['section']}>
          <legend>Addresses</legend>
          <GeoFields type={type} filter={shown} onChange={change} errors={refusal.at}>
            <LimitFields type={type} settings={shown} onChange={change} errors={refusal.at} />
          </GeoFields>
          <AddressCount type={type} filter={shown} />
        </fieldset>
        <fieldset className={styles['section']}>
          <legend>Connections</legend>
          <ConnectionFields settings={shown} onChange={change} errors={refusal.at} />
        </fieldset>
        <div className={styles['end']}>
          <div ref={outcome} data-changes tabIndex={-1} className={styles['changes']}>
            {isChanged ? (
              <SettingsChanges type={type} settings={settings} changes={changes} />
            ) : (
              <p role="status" className="dim">
                {isSaved
                  ? 'Saved, and in effect.'
                  : 'Nothing is changed yet. Changes are free and take effect at once.'}
              </p>
            )}
          </div>
          <ErrorNote message={refusal.above} />
          {Object.keys(refusal.at).length > 0 && (
            <p role="alert" className="bad">
              Nothing was changed. Correct the fields that are marked, then save again.
            </p>
          )}
          <div className="row wrap end gap-2">
            <Button onClick={discard} disabled={!isChanged || isSaving}>
              Discard
            </Button>
            <Button type="submit" variant="primary" busy={isSaving} disabled={!isChanged}>
              Save
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

/** What was edited while `saved` was on its way. */
function editedSince(saved: SettingsEdit, latest: SettingsEdit): SettingsEdit {
  const names = Object.keys(latest) as (keyof SettingsEdit)[];
  return Object.fromEntries(
    names.filter((name) => latest[name] !== saved[name]).map((name) => [name, latest[name]]),
  );
}

interface SettingFieldsProps {
  settings: Settings;
  onChange: (edit: SettingsEdit) => void;
  /** What is wrong with a field, by its name. */
  errors: Readonly<Record<string, string>>;
}

/** What limits the addresses besides their place. */
function LimitFields({ type, settings, onChange, errors }: SettingFieldsProps & { type: string }) {
  return (
    <>
      <div className={styles['check']}>
        <Checkbox checked={settings.anonymous} onChange={(anonymous) => onChange({ anonymous })}>
          Anonymous addresses only
        </Checkbox>
      </div>
      <ExcludedProviders
        type={type}
        country={settings.country}
        excluded={settings.excludeAsn}
        onChange={(excludeAsn) => onChange({ excludeAsn })}
        error={errors['excludeAsn']}
      />
    </>
  );
}

const MAX_STICKY_MINUTES = 120;
const MAX_THREADS = 2_000;

/** How programs connect, and to what. */
function ConnectionFields({ settings, onChange, errors }: SettingFieldsProps) {
  const { session, stickyMinutes, protocol, threads, allowedIps, blockedHosts } = settings;
  return (
    <div className={styles['fields']}>
      <SelectField
        label="Session"
        error={errors['session']}
        value={session}
        options={[
          ['ROTATING', 'Rotating: a new address each time'],
          ['STICKY', 'Sticky: an address for each port'],
        ]}
        onChange={(value) => onChange({ session: value as Session })}
      />
      {session === 'STICKY' && (
        <NumberField
          label="Minutes for each address"
          hint={`How long an address is kept: 1 to ${MAX_STICKY_MINUTES}.`}
          error={errors['stickyMinutes']}
          min={1}
          max={MAX_STICKY_MINUTES}
          value={stickyMinutes}
          onChange={(minutes) => onChange({ stickyMinutes: minutes })}
        />
      )}
      <SelectField
        label="Protocols"
        error={errors['protocol']}
        value={protocol}
        options={Object.entries(PROTOCOL_NAMES)}
        onChange={(value) => onChange({ protocol: value as Protocol })}
      />
      <NumberField
        label="Connections at once"
        hint={`At most ${MAX_THREADS}.`}
        error={errors['threads']}
        min={1}
        max={MAX_THREADS}
        value={threads}
        onChange={(most) => onChange({ threads: most })}
      />
      <ListField
        label="Allowed without a password"
        hint="Up to 5 IP addresses, one on each line."
        error={errors['allowedIps']}
        name="allowedIps"
        values={allowedIps}
        onChange={(addresses) => onChange({ allowedIps: addresses })}
      />
      <ListField
        label="Blocked hosts"
        hint="Up to 100, one on each line, with all their subdomains."
        error={errors['blockedHosts']}
        name="blockedHosts"
        values={blockedHosts}
        onChange={(hosts) => onChange({ blockedHosts: hosts })}
      />
    </div>
  );
}

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
function SettingsChanges({ type, settings, changes }: SettingsChangesProps) {
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

function Value({ type, name, settings }: { type: string; name: SettingName; settings: Settings }) {
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
  if (name === 'protocol') return PROTOCOL_NAMES[settings.protocol];
  if (name === 'session') return SESSIONS[settings.session];
  const value = settings[name];
  if (value === null) return GEO_KINDS[name] ? 'Any' : 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return value.join(', ') || 'None';
  return String(value);
}
