import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { Money } from '../../kit/figures.tsx';
import { RadioCards } from '../../kit/fields.tsx';
import { perGb } from './price.ts';

const PERIOD_PICKER = graphql(`
  fragment PeriodPicker on Product {
    id
    billing
    periods {
      id
      code
      name
      gb
      priceUsd
    }
  }
`);

interface PeriodPickerProps {
  product: FragmentType<typeof PERIOD_PICKER>;
  period: string;
  onChange: (period: string) => void;
  error: string | undefined;
}

/** The terms of a proxy, or the volumes of traffic, with their prices. */
export function PeriodPicker({ product, period, onChange, error }: PeriodPickerProps) {
  const { billing, periods } = fieldsOf(PERIOD_PICKER, product);
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
