import type { ReactNode } from 'react';
import type { GeoKind } from '../generated/graphql.ts';
import { ComboField } from '../kit/ComboField.tsx';
import { Icon } from '../kit/Icon.tsx';
import { formatCount, LANGUAGE, t } from '../texts/texts.tsx';
import styles from './geo.module.css';
import { ANY_COUNTRY, countryName, type Filter, type GeoQuestion, useGeoList, withPlace } from './places.ts';

interface GeoFieldsProps {
  /** The `code` of a type that is paid by traffic. */
  type: string;
  filter: Filter;
  /** Called with what has changed: another place clears those within it. */
  onChange: (change: Partial<Filter>) => void;
  errors: Readonly<Record<string, string>>;
  children?: ReactNode;
}

/** The fields of a filter, in their order. Cities and ZIP codes are those of the state, if one is chosen. */
const PLACES = [
  { name: 'country', kind: 'COUNTRIES', any: 'any-country', ofState: false },
  { name: 'state', kind: 'STATES', any: 'geo-any-state', ofState: false },
  { name: 'city', kind: 'CITIES', any: 'geo-any-city', ofState: true },
  { name: 'zip', kind: 'ZIPCODES', any: 'geo-any-zip', ofState: true },
  { name: 'asn', kind: 'ASNS', any: 'geo-any-asn', ofState: false },
] as const;

export function GeoFields({ type, filter, onChange, errors, children }: GeoFieldsProps) {
  const { country, state } = filter;
  return (
    <div className="fields">
      {PLACES.map(({ name, kind, any, ofState }) => (
        <GeoPicker
          key={name}
          label={t(`geo-${name}`)}
          any={t(any)}
          {...{ type, kind, country, ...(ofState && { state }) }}
          value={name === 'country' && country === ANY_COUNTRY ? null : filter[name]}
          onChange={(code) => onChange(withPlace(name, code))}
          error={errors[name]}
        />
      ))}
      <ExcludedProviders {...{ type, filter, onChange, errors }} />
      {children}
    </div>
  );
}

const COMPACT = new Intl.NumberFormat(LANGUAGE, { notation: 'compact', maximumSignificantDigits: 3 });

type Item = ReturnType<typeof useGeoList>['items'][number];

function choiceOf(kind: GeoKind, { code, name, count }: Item) {
  const label = kind === 'ASNS' ? `${name} (AS${code})` : kind === 'COUNTRIES' ? countryName(code) : name;
  return { value: code, label, note: count < 10_000 ? formatCount(count) : COMPACT.format(count) };
}

interface GeoPickerProps extends GeoQuestion {
  label: string;
  /** What is said when nothing is picked. */
  any: string;
  /** A code of the list; null for any. */
  value: string | null;
  onChange: (code: string | null) => void;
  error?: string | undefined;
}

/** Picks a place or provider by name, with its number of addresses beside it. An empty text means any. */
function GeoPicker({ label, any, value, onChange, error, ...question }: GeoPickerProps) {
  const { items, isLoading, failure } = useGeoList(question);
  const isWorld = question.kind === 'COUNTRIES';
  const needsCountry = !isWorld && question.country === ANY_COUNTRY;
  const choices = items.map((item) => choiceOf(question.kind, item));
  // What is chosen is shown by its code until its name is known, or when the list does not have it any more.
  if (value !== null && !items.some(({ code }) => code === value))
    choices.unshift({ value, label: value, note: '' });
  return (
    <ComboField
      label={label}
      error={error ?? failure}
      choices={choices}
      value={value ?? undefined}
      onChange={(code) => onChange(code ?? null)}
      placeholder={needsCountry ? t('geo-needs-country') : isLoading ? t('geo-loading') : any}
      disabled={needsCountry}
    />
  );
}

/** Providers to leave out, picked by name once a country is chosen. */
function ExcludedProviders({ type, filter, onChange, errors }: Omit<GeoFieldsProps, 'children'>) {
  const { country, excludeAsn: excluded } = filter;
  const { items, failure } = useGeoList({ type, kind: 'ASNS', country });
  const needsCountry = country === ANY_COUNTRY;
  return (
    <div className="grid top gap-2">
      <ComboField
        label={t('geo-excluded')}
        error={errors['excludeAsn'] ?? failure}
        choices={items.filter(({ code }) => !excluded.includes(code)).map((item) => choiceOf('ASNS', item))}
        value={undefined}
        onChange={(asn) => asn !== undefined && onChange({ excludeAsn: [...excluded, asn] })}
        placeholder={t(needsCountry ? 'geo-needs-country' : 'none')}
        disabled={needsCountry}
      />
      {excluded.length > 0 && (
        <ul className="row wrap gap-1" aria-label={t('geo-left-out')}>
          {excluded.map((asn) => {
            const name = items.find(({ code }) => code === asn)?.name;
            const provider = name === undefined ? `AS${asn}` : `${name} (AS${asn})`;
            return (
              <li key={asn} className={`small anywhere ${styles['entry']}`}>
                {provider}
                <button
                  type="button"
                  className={styles['remove']}
                  aria-label={t('geo-allow', { provider })}
                  onClick={() => onChange({ excludeAsn: excluded.filter((other) => other !== asn) })}
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
