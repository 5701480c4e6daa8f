import { aboutType, periodName } from '../../data/catalog.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { ComboField } from '../../kit/ComboField.tsx';
import { classNames } from '../../kit/class-names.ts';
import { Field, RadioCards, TextInput } from '../../kit/fields.tsx';
import { Money, toMicros, toUsd } from '../../kit/figures.tsx';
import { LANGUAGE, rich, t } from '../../texts/texts.tsx';
import styles from './BuyPage.module.css';
import type { ChoiceFieldsProps, SoldTier, SoldType } from './choice.ts';

/** All tiers with their lowest price, and the types of the chosen one with what each is good for. */
export function ProductPicker(props: ChoiceFieldsProps & { tiers: readonly SoldTier[] }) {
  const { tiers, choice, onChange } = props;
  const { tier, type } = choice;
  const chosen = tiers.find(({ code }) => code === tier);
  return (
    <div className="grid gap-3">
      <RadioCards
        legend={t('buy-tier')}
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
        legend={t('buy-type')}
        legendHidden
        cardWidth="260px"
        cards={(chosen?.types ?? []).map((one) => ({
          value: one.code,
          label: one.name,
          figure: <FromPrice types={[one]} />,
          note: aboutType(one),
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
  const id = types[0]?.billing === 'PER_GB' ? 'buy-from-per-gb' : 'buy-from';
  return <span className="dim small plain nowrap">{rich(id, { price: <Money usd={lowest} /> })}</span>;
}

const COUNTRIES_OF_TYPE = graphql(`
  query CountriesOfType($tier: String!, $type: String!) {
    type(tier: $tier, type: $type) {
      id
      countries {
        code
        available
      }
    }
  }
`);

/** The countries that a type of proxies is sold in, found by name or code, with what is in stock. */
export function CountryPicker({ choice, onChange, errors }: ChoiceFieldsProps) {
  const { tier, type, country } = choice;
  const { data, failure, fetching } = useFresh({ query: COUNTRIES_OF_TYPE, variables: { tier, type } });
  const countries = data?.type?.countries;
  const choices = (countries ?? [])
    .map(({ code, available }) => ({
      value: code,
      label: countryName(code),
      note: t('buy-in-stock', { count: available }),
    }))
    .sort((a, b) => a.label.localeCompare(b.label, LANGUAGE));
  if (country !== '' && !choices.some(({ value }) => value === country))
    choices.unshift({ value: country, label: country, note: '' });
  const isNotSold = !fetching && data && !countries;
  const refused = isNotSold ? t('buy-type-not-sold') : errors['country'];
  return (
    <ComboField
      label={t('geo-country')}
      error={failure ?? refused}
      choices={choices}
      value={country || undefined}
      onChange={(code) => onChange({ country: code ?? '' })}
      loading={fetching && !countries}
      placeholder={fetching && !countries ? t('geo-loading') : t('buy-find-country')}
    />
  );
}

/** The terms of a proxy, or the volumes of traffic, with their prices. */
export function PeriodPicker(props: ChoiceFieldsProps & { product: SoldType }) {
  const { product, choice, onChange, errors } = props;
  const { billing, periods } = product;
  return (
    <RadioCards
      legend={billing === 'PER_GB' ? t('buy-volume') : t('buy-term-and-price')}
      cardWidth="128px"
      cards={periods.map((one) => {
        const gbPrice = one.gb !== null && one.gb > 1 ? perGb(one) : undefined;
        return {
          value: one.code,
          label: periodName(one),
          figure: <Money usd={one.priceUsd} />,
          note: gbPrice !== undefined && rich('buy-per-gb', { price: <Money usd={gbPrice} /> }),
        };
      })}
      value={choice.period}
      onChange={(period) => onChange({ period })}
      error={errors['period']}
    />
  );
}

export function QuantityField({ most, choice, onChange, errors }: ChoiceFieldsProps & { most: number }) {
  const { quantity } = choice;
  const number = /^\d{1,9}$/.test(quantity) ? Number(quantity) : 1;
  const type = (text: string) => onChange({ quantity: text }, { isTyped: true });
  const step = (by: number) => () => type(`${number + by}`);
  return (
    <Field label={t('buy-quantity')} hint={t('buy-in-one-order', { most })} error={errors['quantity']}>
      {(control) => (
        <span className={classNames('grid gap-1', styles['stepper'])}>
          <Button aria-label={t('buy-one-fewer')} disabled={number <= 1} onClick={step(-1)}>
            −
          </Button>
          <TextInput
            {...control}
            className="center"
            inputMode="numeric"
            autoComplete="off"
            value={quantity}
            onChange={({ target }) => type(target.value.trim())}
          />
          <Button aria-label={t('buy-one-more')} disabled={number >= most} onClick={step(1)}>
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
