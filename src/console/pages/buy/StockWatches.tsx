import { useState } from 'react';
import { useChange } from '../../data/refusals.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { NumberField } from '../../kit/fields.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';
import type { Chosen, SoldTier } from './choice.ts';

const STOCK_WATCHES = graphql(`
  fragment StockWatches on Viewer {
    id
    stockWatches {
      id
      tier
      type
      country
      below
      available
    }
  }
`);

const WATCH = graphql(`
  mutation WatchStock($input: WatchStockInput!) {
    watchStock(input: $input) {
      ... on WatchStockSuccess {
        viewer {
          ...StockWatches
        }
      }
      ...Refusal
    }
  }
`);

const UNWATCH = graphql(`
  mutation UnwatchStock($id: ID!) {
    unwatchStock(input: { id: $id }) {
      ... on UnwatchStockSuccess {
        viewer {
          ...StockWatches
        }
      }
      ...Refusal
    }
  }
`);

/** More than that are never few. */
const MOST_BELOW = 1_000_000;

interface StockWatchesProps {
  viewer: FragmentType<typeof STOCK_WATCHES>;
  tiers: readonly SoldTier[];
  chosen: Chosen;
}

/** What the reseller is told of when few are left, and what is chosen as another one. Folded until used. */
export function StockWatches({ viewer, tiers, chosen }: StockWatchesProps) {
  const { stockWatches: watches } = fieldsOf(STOCK_WATCHES, viewer);
  const [below, setBelow] = useState(100);
  const { busy, refusal, change } = useChange(['below']);
  const { country } = chosen.choice;
  const typeName = ({ tier, type }: { tier: string; type: string }) =>
    tiers.find(({ code }) => code === tier)?.types.find(({ code }) => code === type)?.name ?? type;
  const watch = () => {
    const input = { tier: chosen.tier.code, type: chosen.type.code, country, below };
    return change(WATCH, { input }, t('watch-begun', { where: countryName(country) }));
  };
  return (
    <details>
      <summary>{t('watch-title', { count: watches.length })}</summary>
      <div className="grid gap-3" style={{ paddingTop: 'var(--s3)' }}>
        <p className="dim small">{t('watch-why')}</p>
        <ErrorNote message={refusal.above} />
        {watches.map(({ id, available, ...rest }) => {
          const where = countryName(rest.country);
          const what = { product: typeName(rest), where };
          return (
            <div key={id} className="row wrap middle between gap-3">
              <span>
                {t('watch-of', { ...what, below: rest.below })}
                {available !== null && (
                  <span className="dim small"> {t('buy-in-stock', { count: available })}</span>
                )}
              </span>
              <Button
                busy={busy}
                aria-label={t('watch-end-named', what)}
                onClick={() => change(UNWATCH, { id }, t('watch-ended', { where }))}
              >
                {t('watch-end')}
              </Button>
            </div>
          );
        })}
        {country !== '' && (
          <form
            className="grid top gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              watch();
            }}
          >
            <NumberField
              label={t('watch-below', { product: chosen.type.name, where: countryName(country) })}
              min={1}
              max={MOST_BELOW}
              value={below}
              onChange={setBelow}
              error={refusal.at['below']}
            />
            <div className="row">
              <Button type="submit" busy={busy}>
                {t('watch-begin')}
              </Button>
            </div>
          </form>
        )}
      </div>
    </details>
  );
}
