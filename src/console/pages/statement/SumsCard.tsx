import { useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import { useFresh, useRefresh } from '../../data/use-fresh.ts';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { DATE, Money, TIME_ZONE } from '../../kit/figures.tsx';
import { Card, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { formatCount, LANGUAGE, rich, t } from '../../texts/texts.tsx';
import { argumentsOf, type StatementFilter } from './FilterForm.tsx';

const SUMS = graphql(`
  query StatementSums($from: DateTime, $to: DateTime, $timeZone: String!) {
    viewer {
      id
      statementSums(from: $from, to: $to, timeZone: $timeZone) {
        from
        to
        previousFrom
        previousTo
        spentUsd
        previousSpentUsd
        byProduct {
          ...StatementSum
        }
        byCountry {
          ...StatementSum
        }
        byKind {
          ...StatementSum
        }
      }
    }
  }
`);

const SUM = graphql(`
  fragment StatementSum on StatementSum {
    tier
    type
    country
    kind
    movements
    amountUsd
    previousAmountUsd
  }
`);

/** Sums that are shown at first. */
const FEW = 6;

interface SumsCardProps {
  filter: StatementFilter;
  /** When it changes, there is something new to add up. */
  balanceUsd: string | undefined;
}

export function SumsCard({ filter, balanceUsd }: SumsCardProps) {
  const { from, to } = argumentsOf(filter);
  const { data, failure, again } = useFresh({ query: SUMS, variables: { from, to, timeZone: TIME_ZONE } });
  const sums = data?.viewer.statementSums;
  useRefresh([sums && Date.parse(sums.to) > Date.now() && balanceUsd], again);
  if (!sums)
    return (
      <Card title={t('sums-title')}>
        {failure ? <ErrorNote message={failure} onRetry={again} /> : <Skeleton height="330px" />}
      </Card>
    );
  const { spentUsd, previousSpentUsd, byProduct, byCountry, byKind } = sums;
  const names = [daysOf(sums.from, sums.to), daysOf(sums.previousFrom, sums.previousTo)] as const;
  const change = Number(previousSpentUsd) > 0 && Number(spentUsd) / Number(previousSpentUsd) - 1;
  return (
    <Card title={t('sums-title-of', { days: names[0] })}>
      <p style={{ paddingBottom: 'var(--s3)' }}>
        {rich(
          'sums-line',
          {
            spent: <span className="strong">{rich('sums-spent', { amount: <Money usd={spentUsd} /> })}</span>,
            previous: <Money usd={previousSpentUsd} />,
          },
          { days: names[1], change: change === false ? 'none' : PERCENT.format(change) },
        )}
      </p>
      <Tabs
        label={t('sums-by')}
        tabs={Object.entries({ product: byProduct, country: byCountry, kind: byKind }).map(([by, of]) => ({
          value: by,
          label: t(`statement-${by}`),
          content: <SumsTable by={by} sums={of} names={names} />,
        }))}
      />
    </Card>
  );
}

interface SumsTableProps {
  by: string;
  sums: readonly FragmentType<typeof SUM>[];
  /** Of the period and of the one before. */
  names: readonly [string, string];
}

function SumsTable({ by, sums, names: [name, before] }: SumsTableProps) {
  const { nameOf } = useCatalog();
  const [isWhole, setWhole] = useState(false);
  const rows = fieldsOf(SUM, sums).map(({ tier, type, country, kind, ...sum }) => ({
    ...sum,
    id: String(kind ?? country ?? `${tier}/${type}`),
    name: kind
      ? t(`movement-${kind}`)
      : country
        ? countryName(country)
        : nameOf({ tier: `${tier}`, type: `${type}` }),
  }));
  return (
    <>
      <Table
        caption={t('sums-caption', { by, name, before })}
        nothing={[t('sums-nothing'), t('sums-nothing-hint')]}
        columns={[
          { title: t(`statement-${by}`), cell: (row) => row.name },
          { title: t('sums-transactions'), numeric: true, cell: ({ movements }) => formatCount(movements) },
          { title: name, numeric: true, cell: ({ amountUsd }) => <Money usd={amountUsd} /> },
          { title: before, numeric: true, cell: (row) => <Money usd={row.previousAmountUsd} /> },
        ]}
        rows={isWhole ? rows : rows.slice(0, FEW)}
      />
      {rows.length > FEW && !isWhole && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {t('show-all', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

const PERCENT = new Intl.NumberFormat(LANGUAGE, { style: 'percent', signDisplay: 'exceptZero' });

/** Such as "Oct 1 – 31, 2026"; the end is not included. */
function daysOf(from: string, to: string): string {
  return DATE.formatRange(new Date(from), new Date(Date.parse(to) - 1));
}
