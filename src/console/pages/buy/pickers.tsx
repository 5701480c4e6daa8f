import { useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { ComboField } from '../../kit/ComboField.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Field, RadioCards, TextInput } from '../../kit/fields.tsx';
import { Money, toMicros, toUsd } from '../../kit/figures.tsx';
import styles from './BuyPage.module.css';
import type { SoldTier, SoldType } from './choice.ts';

interface ProductPickerProps {
  tiers: readonly SoldTier[];
  tier: string;
  type: string;
  onChange: (product: { tier: string; type: string }) => void;
}

/** All tiers with their lowest price, and the types of the chosen one with what each is good for. */
export function ProductPicker({ tiers, tier, type, onChange }: ProductPickerProps) {
  const chosen = tiers.find(({ code }) => code === tier);
  return (
    <div className="grid gap-3">
      <RadioCards
        legend="Tier"
        legendHidden
        cardWidth="132px"
        cards={tiers.map(({ code, name, types }) => ({
          value: code,
          label: name,
          note: <FromPrice types={types} />,
        }))}
        value={tier}
        onChange={(code) => {
          const [first] = tiers.find((one) => one.code === code)?.types ?? [];
          onChange({ tier: code, type: first?.code ?? '' });
        }}
      />
      <RadioCards
        legend="Type"
        legendHidden
        cardWidth="260px"
        cards={(chosen?.types ?? []).map((one) => ({
          value: one.code,
          label: one.name,
          figure: <FromPrice types={[one]} />,
          note: one.description,
        }))}
        value={type}
        onChange={(code) => onChange({ tier, type: code })}
      />
    </div>
  );
}

/** Types of one tier are sold in the same way, or the cheapest decides what is said. */
function FromPrice({ types }: { types: readonly SoldType[] }) {
  const lowest = lowestPrice(types.flatMap(({ periods }) => periods));
  if (lowest === undefined) return null;
  return (
    <span className="dim small plain nowrap">
      from <Money usd={lowest} />
      {types[0]?.billing === 'PER_GB' && ' / GB'}
    </span>
  );
}

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
  const { data, failure, fetching } = useFresh({ query: COUNTRIES_OF_TYPE, variables: { tier, type } });
  const countries = data?.type?.countries;
  const choices = (countries ?? []).map(({ code, name, available }) => ({
    value: code,
    label: name,
    note: available === 0 ? 'Sold out' : `${available.toLocaleString('en-US')} in stock`,
  }));
  if (country !== '' && !choices.some(({ value }) => value === country))
    choices.unshift({ value: country, label: country, note: '' });
  const isNotSold = !fetching && data && !countries;
  const refused = isNotSold ? 'This type cannot be bought at the moment. Choose another one.' : error;
  return (
    <ComboField
      label="Country"
      error={failure ?? refused}
      choices={choices}
      value={country || undefined}
      onChange={(code) => onChange(code ?? '')}
      loading={fetching && !countries}
      placeholder={fetching && !countries ? 'Loading…' : 'Type to find, such as "Germany" or "DE"'}
    />
  );
}

interface PeriodPickerProps {
  product: SoldType;
  period: string;
  onChange: (period: string) => void;
  error: string | undefined;
}

/** The terms of a proxy, or the volumes of traffic, with their prices. */
export function PeriodPicker({ product, period, onChange, error }: PeriodPickerProps) {
  const { billing, periods } = product;
  return (
    <RadioCards
      legend={billing === 'PER_GB' ? 'Volume' : 'Term, with the price of one proxy'}
      cardWidth="128px"
      cards={periods.map((one) => {
        const gbPrice = one.gb !== null && one.gb > 1 ? perGb(one) : undefined;
        return {
          value: one.code,
          label: one.name,
          figure: <Money usd={one.priceUsd} />,
          note: gbPrice !== undefined && (
            <>
              <Money usd={gbPrice} /> / GB
            </>
          ),
        };
      })}
      value={period}
      onChange={onChange}
      error={error}
    />
  );
}

interface QuantityFieldProps {
  /** The quantity as it was typed. */
  quantity: string;
  most: number;
  onChange: (quantity: string) => void;
  error: string | undefined;
}

export function QuantityField({ quantity, most, onChange, error }: QuantityFieldProps) {
  const number = /^\d{1,9}$/.test(quantity) ? Number(quantity) : 1;
  return (
    <Field label="Quantity" hint={`1 to ${most.toLocaleString('en-US')} in one order`} error={error}>
      {(control) => (
        <span className={classNames('grid gap-1', styles['stepper'])}>
          <Button aria-label="One fewer" disabled={number <= 1} onClick={() => onChange(`${number - 1}`)}>
            −
          </Button>
          <TextInput
            {...control}
            className="center"
            inputMode="numeric"
            autoComplete="off"
            value={quantity}
            onChange={({ target }) => onChange(target.value.trim())}
          />
          <Button aria-label="One more" disabled={number >= most} onClick={() => onChange(`${number + 1}`)}>
            +
          </Button>
        </span>
      )}
    </Field>
  );
}

type Offered = Pick<SoldType['periods'][number], 'gb' | 'priceUsd'>;

/** The price of one GB, to the cent, rounded up. */
function perGb({ gb, priceUsd }: Offered): string | undefined {
  if (gb === null) return undefined;
  const cent = 10_000n;
  const volume = BigInt(gb) * cent;
  return toUsd(((toMicros(priceUsd) + volume - 1n) / volume) * cent);
}

/** The lowest price of a proxy, or of a GB where traffic is sold; undefined when nothing is. */
function lowestPrice(periods: readonly Offered[]): string | undefined {
  const prices = periods.map((period) => perGb(period) ?? period.priceUsd);
  return prices.reduce<string | undefined>(
    (least, price) => (least !== undefined && toMicros(least) <= toMicros(price) ? least : price),
    undefined,
  );
}
