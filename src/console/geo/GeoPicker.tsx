import { Combobox } from '../kit/Combobox.tsx';
import { Field } from '../kit/fields.tsx';
import { ANY_COUNTRY, type GeoQuestion, useGeoList } from './geo-list.ts';

const NUMBER = new Intl.NumberFormat('en-US');
const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

const NOUNS = {
  COUNTRIES: 'country',
  STATES: 'state',
  CITIES: 'city',
  ZIPCODES: 'ZIP code',
  ASNS: 'provider',
} as const;

interface GeoPickerProps extends GeoQuestion {
  label: string;
  /** A code of the list; null for any. */
  value: string | null;
  onChange: (code: string | null) => void;
  error?: string | undefined;
}

/** Picks a place or provider by name, with its number of addresses beside it. An empty text means any. */
export function GeoPicker({ label, value, onChange, error, ...question }: GeoPickerProps) {
  const { items, isLoading, failure } = useGeoList(question);
  const needsCountry = question.kind !== 'COUNTRIES' && question.country === ANY_COUNTRY;
  const choices = items.map(({ code, name, count }) => ({
    value: code,
    label: question.kind === 'ASNS' ? `${name} (AS${code})` : name,
    note: count < 10_000 ? NUMBER.format(count) : COMPACT.format(count),
  }));
  // What is chosen is shown by its code until its name is known, or when the list does not have it any more.
  if (value !== null && !items.some(({ code }) => code === value))
    choices.unshift({ value, label: value, note: '' });
  const any = `Any ${NOUNS[question.kind]}`;
  return (
    <Field label={label} error={error ?? failure}>
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value={value ?? undefined}
          onChange={(code) => onChange(code ?? null)}
          placeholder={needsCountry ? 'Needs a country' : isLoading ? 'Loading…' : any}
          disabled={needsCountry}
        />
      )}
    </Field>
  );
}
