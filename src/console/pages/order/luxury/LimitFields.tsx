import { ExcludedProviders } from '../../../geo/GeoFields.tsx';
import { Checkbox } from '../../../kit/fields.tsx';
import styles from '../OrderPage.module.css';
import type { Settings, SettingsEdit } from './settings.ts';

export interface SettingFieldsProps {
  settings: Settings;
  onChange: (edit: SettingsEdit) => void;
  /** What is wrong with a field, by its name. */
  errors: Readonly<Record<string, string>>;
}

/** What limits the addresses besides their place. */
export function LimitFields({ type, settings, onChange, errors }: SettingFieldsProps & { type: string }) {
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
