import styles from './geo.module.css';
import { type ReactNode, useState } from 'react';
import { type Filter, withCountry, withState, ANY_COUNTRY, type GeoQuestion, useGeoList } from './places.ts';
import { Combobox } from '../kit/Combobox.tsx';
import { Field, TextInput } from '../kit/fields.tsx';
import { Button } from '../kit/Button.tsx';
import { Icon } from '../kit/Icon.tsx';

interface GeoFieldsProps {
  /** The `code` of a type that is paid by traffic. */
  type: string;
  filter: Filter;
  /** Called with what has changed: another place clears those within it. */
  onChange: (change: Partial<Filter>) => void;
  /** What is wrong with a field, by its name. */
  errors: Readonly<Record<string, string>>;
  /** More fields, in the same grid. */
  children?: ReactNode;
}

/** Pickers for country, state, city, ZIP code and provider, each with the addresses that it has. */
export function GeoFields({ type, filter, onChange, errors, children }: GeoFieldsProps) {
  const { country, state, city, zip, asn } = filter;
  return (
    <div className={styles['fields']}>
      <GeoPicker
        label="Country"
        {...{ type, country }}
        kind="COUNTRIES"
        value={country === ANY_COUNTRY ? null : country}
        onChange={(code) => onChange(withCountry(code))}
        error={errors['country']}
      />
      <GeoPicker
        label="State"
        {...{ type, country }}
        kind="STATES"
        value={state}
        onChange={(code) => onChange(withState(code))}
        error={errors['state']}
      />
      <GeoPicker
        label="City"
        {...{ type, country, state }}
        kind="CITIES"
        value={city}
        onChange={(code) => onChange({ city: code })}
        error={errors['city']}
      />
      <GeoPicker
        label="ZIP code"
        {...{ type, country, state }}
        kind="ZIPCODES"
        value={zip}
        onChange={(code) => onChange({ zip: code })}
        error={errors['zip']}
      />
      <GeoPicker
        label="Provider"
        {...{ type, country }}
        kind="ASNS"
        value={asn}
        onChange={(code) => onChange({ asn: code })}
        error={errors['asn']}
      />
      {children}
    </div>
  );
}

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
function GeoPicker({ label, value, onChange, error, ...question }: GeoPickerProps) {
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

interface ExcludedProvidersProps {
  /** The `code` of a type that is paid by traffic. */
  type: string;
  /** ISO 3166-1 alpha-2, or ANY: then there is no list, and numbers are typed. */
  country: string;
  /** Autonomous system numbers. */
  excluded: readonly string[];
  onChange: (excluded: string[]) => void;
  error?: string | undefined;
}

/** Providers to leave out, picked by name where a country is chosen, by number otherwise. */
export function ExcludedProviders({ type, country, excluded, onChange, error }: ExcludedProvidersProps) {
  const { items, failure } = useGeoList({ type, kind: 'ASNS', country });
  const [typed, setTyped] = useState('');
  const add = (asn: string) => {
    if (asn !== '' && !excluded.includes(asn)) onChange([...excluded, asn]);
    setTyped('');
  };
  const number = typed.trim().replace(/^as/i, '');
  return (
    <div className={styles['excluded']}>
      <Field
        label="Providers left out"
        hint={
          country === ANY_COUNTRY ? 'By number, such as 7922; by name once a country is chosen' : undefined
        }
        error={error ?? failure}
      >
        {(control) =>
          country === ANY_COUNTRY ? (
            <span className={styles['typed']}>
              <TextInput
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return;
                  // It must not send the form.
                  event.preventDefault();
                  add(number);
                }}
              />
              <Button disabled={number === ''} onClick={() => add(number)}>
                Leave out
              </Button>
            </span>
          ) : (
            <Combobox
              {...control}
              choices={items
                .filter(({ code }) => !excluded.includes(code))
                .map(({ code, name, count }) => ({
                  value: code,
                  label: `${name} (AS${code})`,
                  note: count.toLocaleString('en-US'),
                }))}
              value={undefined}
              onChange={(asn) => asn !== undefined && add(asn)}
              placeholder="None"
            />
          )
        }
      </Field>
      {excluded.length > 0 && (
        <ul className={styles['leftOut']} aria-label="Left out">
          {excluded.map((asn) => {
            const name = items.find(({ code }) => code === asn)?.name;
            const label = name === undefined ? `AS${asn}` : `${name} (AS${asn})`;
            return (
              <li key={asn} className={styles['entry']}>
                {label}
                <button
                  type="button"
                  className={styles['remove']}
                  aria-label={`Allow ${label} again`}
                  onClick={() => onChange(excluded.filter((other) => other !== asn))}
                >
                  <Icon name="close" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
