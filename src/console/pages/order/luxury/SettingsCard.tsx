import { type FormEvent, type Ref, useRef, useState } from 'react';
import type { Refusal } from '../../../data/refusals.ts';
import { AddressCount } from '../../../geo/AddressCount.tsx';
import { GeoFields } from '../../../geo/GeoFields.tsx';
import { Button } from '../../../kit/Button.tsx';
import { Card } from '../../../kit/Page.tsx';
import { ErrorNote } from '../../../kit/Page.tsx';
import { ConnectionFields } from './ConnectionFields.tsx';
import { LimitFields } from './LimitFields.tsx';
import styles from '../OrderPage.module.css';
import { SettingsChanges } from './SettingsChanges.tsx';
import { changesOf, type Settings, type SettingsEdit } from './settings.ts';
import { useUpdateSettings } from './use-update-settings.ts';

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
      <form ref={ref} className={styles['form']} onSubmit={save} noValidate>
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
              <p role="status" className={styles['unchanged']}>
                {isSaved
                  ? 'Saved, and in effect.'
                  : 'Nothing is changed yet. Changes are free and take effect at once.'}
              </p>
            )}
          </div>
          <ErrorNote message={refusal.above} />
          {Object.keys(refusal.at).length > 0 && (
            <p role="alert" className={styles['flawed']}>
              Nothing was changed. Correct the fields that are marked, then save again.
            </p>
          )}
          <div className={styles['actions']}>
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
