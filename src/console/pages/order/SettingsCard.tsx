import { type Dispatch, type FormEvent, type Ref, type SetStateAction, useRef, useState } from 'react';
import { NO_REFUSAL, useChange } from '../../data/refusals.ts';
import { AddressCount } from '../../geo/AddressCount.tsx';
import { GeoFields } from '../../geo/GeoFields.tsx';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { Card, ErrorNote, Facts } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import styles from './OrderPage.module.css';
import {
  changesOf,
  SETTING_NAMES,
  SETTINGS,
  SettingField,
  type SettingName,
  type Settings,
  type SettingsEdit,
  SettingValue,
  UPDATE_SETTINGS,
} from './settings.tsx';

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
              {t('setting-save')}
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
