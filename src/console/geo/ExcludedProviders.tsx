import { useState } from 'react';
import { Button } from '../kit/Button.tsx';
import { Combobox } from '../kit/Combobox.tsx';
import { Field } from '../kit/fields.tsx';
import { Icon } from '../kit/Icon.tsx';
import { TextInput } from '../kit/fields.tsx';
import styles from './geo.module.css';
import { ANY_COUNTRY, useGeoList } from './geo-list.ts';

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
