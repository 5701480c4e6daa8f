import type { ProductPickerFragment } from '../../generated/graphql.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Money } from '../../kit/figures.tsx';
import { RadioCards } from '../../kit/fields.tsx';
import styles from './BuyPage.module.css';
import { lowestPrice } from './price.ts';

const PRODUCT_PICKER = graphql(`
  fragment ProductPicker on Tier {
    id
    code
    name
    types {
      id
      code
      name
      description
      billing
      periods {
        id
        gb
        priceUsd
      }
    }
  }
`);

type Tier = ProductPickerFragment;
type Type = Tier['types'][number];

interface ProductPickerProps {
  tiers: readonly FragmentType<typeof PRODUCT_PICKER>[];
  tier: string;
  type: string;
  onChange: (product: { tier: string; type: string }) => void;
}

/** All tiers with their lowest price, and the types of the chosen one with what each is good for. */
export function ProductPicker({ tiers: given, tier, type, onChange }: ProductPickerProps) {
  const tiers = fieldsOf(PRODUCT_PICKER, given);
  const chosen = tiers.find(({ code }) => code === tier);
  return (
    <div className={styles['picker']}>
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
function FromPrice({ types }: { types: readonly Type[] }) {
  const lowest = lowestPrice(types.flatMap(({ periods }) => periods));
  if (lowest === undefined) return null;
  return (
    <span className={styles['from']}>
      from <Money usd={lowest} />
      {types[0]?.billing === 'PER_GB' && ' / GB'}
    </span>
  );
}
