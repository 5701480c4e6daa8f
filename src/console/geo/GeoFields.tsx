import type { ReactNode } from 'react';
import { type Filter, withCountry, withState } from './filter.ts';
import styles from './geo.module.css';
import { GeoPicker } from './GeoPicker.tsx';
import { ANY_COUNTRY } from './geo-list.ts';

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
