import { countryName } from '../../geo/places.ts';
import { ANY_COUNTRY } from '../../geo/places.ts';
import type { Choice } from '../../kit/Combobox.tsx';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that the browser has a name for, and that are no countries: unions, and what stands for none. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

let choices: readonly Choice[] | undefined;

/** All countries by name, since there are orders for countries that are sold no more. */
export function countryChoices(chosen: string | undefined): readonly Choice[] {
  choices ??= [
    { value: ANY_COUNTRY, label: countryName(ANY_COUNTRY) },
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter(isCountry)
      .map((value) => ({ value, label: countryName(value) }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en')),
  ];
  const isKnown = chosen === undefined || choices.some(({ value }) => value === chosen);
  return isKnown ? choices : [...choices, { value: chosen, label: chosen }];
}

/** A former code, such as DD, is that of another country now. */
function isCountry(code: string): boolean {
  return (
    !NO_COUNTRIES.has(code) &&
    countryName(code) !== code &&
    new Intl.Locale('und', { region: code }).region === code
  );
}
