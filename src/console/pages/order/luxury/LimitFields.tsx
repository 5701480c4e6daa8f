import { Checkbox } from '../../../kit/Checkbox.tsx';
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
      <div className={styles['check']}>
        <Checkbox checked={settings.anonymous} onChange={(anonymous) => onChange({ anonymous })}>
          Anonymous addresses only
        </Checkbox>
      </div>
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
