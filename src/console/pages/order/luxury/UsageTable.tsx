import { Bytes } from '../../../kit/figures.tsx';
import { type Column, Table } from '../../../kit/Table.tsx';
import styles from '../OrderPage.module.css';
import type { Bars, UsageRange } from './usage-ranges.ts';

/** The same as the chart for those who read or listen, newest first; times without traffic are left out. */
export function UsageTable({ range, bars }: { range: UsageRange; bars: Bars }) {
  const rows = bars.at
    .map((at, index) => ({ at, bytes: bars.bytes[index] ?? 0 }))
    .filter(({ bytes }) => bytes > 0)
    .reverse();
  const columns: readonly Column<(typeof rows)[number]>[] = [
    {
      title: range.zone ? 'Day (UTC)' : 'From',
      cell: ({ at }) => <time dateTime={new Date(at).toISOString()}>{range.exact.format(at)}</time>,
    },
    { title: 'Traffic', numeric: true, cell: ({ bytes }) => <Bytes bytes={bytes} /> },
  ];
  return (
    <details className={styles['details']}>
      <summary>As a table</summary>
      {rows.length === 0 ? (
        <p className={styles['nothing']}>Nothing was used in {range.words}.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        <section className={styles['usageTable']} tabIndex={0} aria-label="Traffic as a table">
          <Table
            caption={`Traffic in ${range.words}`}
            columns={columns}
            rows={rows}
            keyOf={({ at }) => String(at)}
          />
        </section>
      )}
    </details>
  );
}
