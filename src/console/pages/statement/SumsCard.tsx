import { type ReactNode, useState } from 'react';
import { useCatalog } from '../../data/catalog.ts';
import { useFresh } from '../../data/use-fresh.ts';
import { useRefresh } from '../../data/use-refresh.ts';
import { graphql } from '../../generated/index.ts';
import { countryName } from '../../geo/places.ts';
import { Button } from '../../kit/Button.tsx';
import { DATE, DAY_MS, dayOf, Money, TIME_ZONE } from '../../kit/figures.tsx';
import { Card, ErrorNote, Skeleton } from '../../kit/Page.tsx';
import { Table } from '../../kit/Table.tsx';
import { Tabs } from '../../kit/Tabs.tsx';
import { argumentsOf, KIND_LABELS, type StatementFilter } from './filter.ts';
import { MONTH } from './Movements.tsx';
import styles from './StatementPage.module.css';

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
        changePercent
        byProduct {
          tier
          type
          movements
          spentUsd
          previousSpentUsd
          changePercent
        }
        byCountry {
          country
          movements
          spentUsd
          previousSpentUsd
          changePercent
        }
        byKind {
          kind
          movements
          amountUsd
          previousAmountUsd
          changePercent
        }
      }
    }
  }
`);

/** As the service adds up at once; in days, with a change of the clocks. */
const MOST_DAYS = 366.05;
/** Groups that are shown at first. */
const FEW = 6;

interface SumsCardProps {
  filter: StatementFilter;
  /** When it changes, there is something new to add up. */
  balanceUsd: string | undefined;
}

/** Where the money went in the chosen period, or last month, and how that differs from the one before. */
export function SumsCard({ filter, balanceUsd }: SumsCardProps) {
  const { from, to } = argumentsOf(filter);
  const isLong =
    from !== null && (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / DAY_MS > MOST_DAYS;
  const variables = isLong ? { from: null, to: null } : { from, to };
  const { data, failure, again } = useFresh({
    query: SUMS,
    variables: { ...variables, timeZone: TIME_ZONE },
  });
  useRefresh([balanceUsd], again);
  const { nameOf } = useCatalog();
  const sums = data?.viewer.statementSums;
  if (!sums) {
    if (failure) return <ErrorNote message={failure} onRetry={again} />;
    return (
      <Card title="Where the money went">
        <Skeleton height="330px" />
      </Card>
    );
  }
  const names: Names = [periodName(sums.from, sums.to), periodName(sums.previousFrom, sums.previousTo)];
  const tabs: { label: string; rows: SumRow[] }[] = [
    {
      label: 'Product',
      rows: sums.byProduct.map(({ tier, type, spentUsd, previousSpentUsd, ...row }) => ({
        ...row,
        id: `${tier}/${type}`,
        name: tier ? nameOf({ tier, type }) : 'Other',
        usd: spentUsd,
        previousUsd: previousSpentUsd,
      })),
    },
    {
      label: 'Country',
      rows: sums.byCountry.map(({ country, spentUsd, previousSpentUsd, ...row }) => ({
        ...row,
        id: country,
        name: country ? countryName(country) : 'Other',
        usd: spentUsd,
        previousUsd: previousSpentUsd,
      })),
    },
    {
      label: 'Kind',
      rows: sums.byKind.map(({ kind, amountUsd, previousAmountUsd, ...row }) => ({
        ...row,
        id: kind,
        name: KIND_LABELS[kind] ?? kind,
        usd: amountUsd,
        previousUsd: previousAmountUsd,
      })),
    },
  ];
  return (
    <Card
      title={`Where the money went: ${names[0]}`}
      action={
        <span className="right nowrap">
          <span className="bold" style={{ fontSize: 'var(--large)' }}>
            <Money usd={sums.spentUsd} />
          </span>
          <span className="block dim small">
            <Money usd={sums.previousSpentUsd} /> in {names[1]}
            {sums.changePercent !== null && `, ${percent(sums.changePercent)}`}
          </span>
        </span>
      }
    >
      {isLong && <p className="dim">A year at most is added up; choose a shorter period for its sums.</p>}
      <Tabs
        label="Added up by"
        tabs={tabs.map(({ label, rows }) => ({
          value: label,
          label,
          content: <SumsTable label={label} rows={rows} names={names} />,
        }))}
      />
    </Card>
  );
}

/** Of the period and of the one before. */
type Names = readonly [string, string];

interface SumRow {
  id: string;
  name: string;
  movements: number;
  usd: string;
  previousUsd: string;
  changePercent: number | null;
}

function SumsTable({ label, rows, names: [name, before] }: { label: string; rows: SumRow[]; names: Names }) {
  const [isWhole, setWhole] = useState(false);
  const most = Math.max(...rows.map(({ usd }) => Math.abs(Number(usd))));
  const shown = isWhole ? rows : rows.slice(0, FEW);
  return (
    <>
      <Table
        caption={`By ${label.toLowerCase()}, ${name} and ${before}`}
        nothing={['Nothing in these months', 'What is bought, renewed and refunded is added up here.']}
        columns={[
          {
            title: label,
            cell: (row): ReactNode => (
              <span className="grid gap-1">
                {row.name}
                <span
                  className={styles['share']}
                  style={{ width: `${(Math.abs(Number(row.usd)) / (most || 1)) * 100}%` }}
                  aria-hidden="true"
                />
              </span>
            ),
          },
          {
            title: 'Transactions',
            numeric: true,
            cell: ({ movements }) => movements.toLocaleString('en-US'),
          },
          { title: name, numeric: true, cell: ({ usd }) => <Money usd={usd} /> },
          { title: before, numeric: true, cell: ({ previousUsd }) => <Money usd={previousUsd} /> },
          {
            title: 'Change',
            numeric: true,
            cell: ({ changePercent }) => (changePercent === null ? '–' : percent(changePercent)),
          },
        ]}
        rows={shown}
      />
      {rows.length > shown.length && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          Show all {rows.length}
        </Button>
      )}
    </>
  );
}

/** Such as "+12.5%". */
function percent(change: number): string {
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change).toLocaleString('en-US')}%`;
}

/** Such as "October 2026", "2026" or "Nov 1 – 29, 2026"; the end is not included. */
function periodName(from: string, to: string): string {
  const [first, last] = [new Date(from), new Date(Date.parse(to) - 1)];
  const [begin, end] = [dayOf(first), dayOf(new Date(to))];
  const [year, month] = [first.getFullYear(), first.getMonth()];
  if (begin.endsWith('-01') && end === dayOf(new Date(year, month + 1, 1))) return MONTH.format(first);
  if (begin.endsWith('-01-01') && end === dayOf(new Date(year + 1, 0, 1))) return String(year);
  return DATE.formatRange(first, last);
}
