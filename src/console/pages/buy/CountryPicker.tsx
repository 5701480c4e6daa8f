import { useQuery } from 'urql';
import { failureText } from '../../data/refusals.ts';
import { graphql } from '../../generated/index.ts';
import { Combobox } from '../../kit/Combobox.tsx';
import { Field } from '../../kit/fields.tsx';

const COUNTRIES_OF_TYPE = graphql(`
  query CountriesOfType($tier: String!, $type: String!) {
    type(tier: $tier, type: $type) {
      id
      countries {
        code
        name
        available
      }
    }
  }
`);

interface CountryPickerProps {
  tier: string;
  type: string;
  /** ISO 3166-1 alpha-2; empty when none is chosen yet. */
  country: string;
  onChange: (country: string) => void;
  error: string | undefined;
}

/** The countries that a type of proxies is sold in, found by name or code, with what is in stock. */
export function CountryPicker({ tier, type, country, onChange, error }: CountryPickerProps) {
  const [{ data, error: failure, fetching }] = useQuery({
    query: COUNTRIES_OF_TYPE,
    variables: { tier, type },
    requestPolicy: 'cache-and-network',
  });
  const countries = data?.type?.countries;
  const choices = (countries ?? []).map(({ code, name, available }) => ({
    value: code,
    label: name,
    note: available === 0 ? 'Sold out' : `${available.toLocaleString('en-US')} in stock`,
  }));
  if (country !== '' && !choices.some(({ value }) => value === country))
    choices.unshift({ value: country, label: country, note: '' });
  const isNotSold = !fetching && data && !countries;
  const problem = failure
    ? failureText(failure)
    : isNotSold
      ? 'This type cannot be bought at the moment. Choose another one.'
      : error;
  return (
    <Field label="Country" error={problem}>
      {(control) => (
        <Combobox
          {...control}
          choices={choices}
          value={country || undefined}
          onChange={(code) => onChange(code ?? '')}
          loading={fetching && !countries}
          placeholder={fetching && !countries ? 'Loading…' : 'Type to find, such as "Germany" or "DE"'}
        />
      )}
    </Field>
  );
}
