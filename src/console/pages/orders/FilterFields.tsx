import { productNames, type Tiers } from '../../data/catalog.ts';
import { STATUSES } from '../../kit/Badge.tsx';
import { Combobox } from '../../kit/Combobox.tsx';
import { Field } from '../../kit/fields.tsx';
import { Select } from '../../kit/fields.tsx';
import { countryChoices } from './country-choices.ts';
import { ENDS_IN_DAYS, type OrderFilter } from './order-filter.ts';

interface FilterFieldsProps {
  filter: OrderFilter;
  onChange: (filter: OrderFilter) => void;
  tiers: Tiers | undefined;
}

/** All but the number. */
export function FilterFields({ filter, onChange, tiers = [] }: FilterFieldsProps) {
  const { status, tier = '', type = '', country, endsInDays } = filter;
  const change = (some: Partial<Record<keyof OrderFilter, string | number | undefined>>) =>
    onChange(onlyGiven({ ...filter, ...some }));
  const isSold = tiers.some(
    ({ code, types }) => code === tier && (!type || types.some((t) => t.code === type)),
  );
  const { tierName, typeName } = productNames(tiers, { tier, type });
  return (
    <>
      <Field label="Status">
        {(control) => (
          <Select
            {...control}
            value={status ?? ''}
            onChange={({ target }) => change({ status: target.value })}
          >
            <option value="">All</option>
            {Object.entries(STATUSES).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Product">
        {(control) => (
          <Select
            {...control}
            value={productValue(tier, type)}
            onChange={({ target }) => {
              const [chosenTier, chosenType] = JSON.parse(target.value) as string[];
              change({ tier: chosenTier, type: chosenType });
            }}
          >
            <option value={productValue('', '')}>All</option>
            {tiers.map((one) => (
              <optgroup key={one.id} label={one.name}>
                <option value={productValue(one.code, '')}>All {one.name}</option>
                {one.types.map(({ id, code, name }) => (
                  <option key={id} value={productValue(one.code, code)}>
                    {name}
                  </option>
                ))}
              </optgroup>
            ))}
            {!isSold && (tier || type) && (
              <option value={productValue(tier, type)}>
                {tierName} {typeName}
              </option>
            )}
          </Select>
        )}
      </Field>
      <Field label="Country">
        {(control) => (
          <Combobox
            {...control}
            choices={countryChoices(country)}
            value={country}
            onChange={(value) => change({ country: value })}
            placeholder="All"
          />
        )}
      </Field>
      <Field label="Ends">
        {(control) => (
          <Select
            {...control}
            value={endsInDays ?? ''}
            onChange={({ target }) => change({ endsInDays: Number(target.value) })}
          >
            <option value="">Any time</option>
            {ENDS_IN_DAYS.map((days) => (
              <option key={days} value={days}>
                {days === 1 ? 'Within 24 hours' : `Within ${days} days`}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </>
  );
}

/** Codes may have any characters, so that none of them can stand between the two. */
function productValue(tier: string, type: string): string {
  return JSON.stringify([tier, type]);
}

/** Without what is empty. */
function onlyGiven(filter: object): OrderFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value)) as OrderFilter;
}
