import { Field } from '../../../kit/Field.tsx';
import { ListInput } from '../../../kit/ListInput.tsx';
import styles from './SettingsCard.module.css';
import type { Settings, SettingsEdit } from './settings.ts';

export interface SettingFieldsProps {
  settings: Settings;
  onChange: (edit: SettingsEdit) => void;
  /** What is wrong with a field, by its name. */
  errors: Readonly<Record<string, string>>;
}

/** What limits the addresses besides their place. */
export function LimitFields({ settings, onChange, errors }: SettingFieldsProps) {
  return (
    <>
      <label className={styles['check']}>
        <input
          type="checkbox"
          checked={settings.anonymous}
          onChange={({ target }) => onChange({ anonymous: target.checked })}
        />
        Anonymous addresses only
      </label>
      <Field
        label="Providers left out"
        hint="Autonomous system numbers, one on each line, such as 7922."
        error={errors['excludeAsn']}
      >
        {(control) => (
          <ListInput
            {...control}
            name="excludeAsn"
            values={settings.excludeAsn}
            onChange={(excludeAsn) => onChange({ excludeAsn })}
          />
        )}
      </Field>
    </>
  );
}
