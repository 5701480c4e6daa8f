import { useState } from 'react';
import { chooseLanguage, LANGUAGE, LANGUAGES, t } from '../texts/texts.tsx';
import { SelectField } from './fields.tsx';

/** In the browser's storage: the value of `color-scheme` that was chosen; nothing for the system's. */
const PLACE = 'console:colors';
const CHOICES = ['', 'light', 'dark'];

const chosenColors = () => localStorage.getItem(PLACE) ?? '';

export function applyColors(): void {
  document.documentElement.style.colorScheme = chosenColors();
}

export function ColorsField() {
  const [colors, setColors] = useState(chosenColors);
  const change = (value: string) => {
    localStorage.setItem(PLACE, value);
    applyColors();
    setColors(value);
  };
  const options = CHOICES.map((choice) => [choice, t(`colors-${choice || 'system'}`)] as const);
  return <SelectField label={t('colors')} value={colors} options={options} onChange={change} />;
}

/**
 * Its label is in both languages, for who cannot read the one that is shown, and in the system's font: one
 * word would load the page's for Cyrillic.
 */
export function LanguageField() {
  return (
    <div style={{ fontFamily: 'system-ui' }}>
      <SelectField label={t('language')} value={LANGUAGE} options={LANGUAGES} onChange={chooseLanguage} />
    </div>
  );
}
