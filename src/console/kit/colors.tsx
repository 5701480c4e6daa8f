import { useState } from 'react';
import { SelectField } from './fields.tsx';

/** In the browser's storage: the value of `color-scheme` that was chosen; nothing for the system's. */
const PLACE = 'console:colors';
const CHOICES = [
  ['', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;

const chosenColors = () => localStorage.getItem(PLACE) ?? '';

/** Shows the page in the colors that were chosen in this browser. */
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
  return <SelectField label="Colors" value={colors} options={CHOICES} onChange={change} />;
}
