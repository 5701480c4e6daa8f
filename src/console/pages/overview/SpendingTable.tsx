import { Money } from '../../kit/figures.tsx';
import styles from './OverviewPage.module.css';
import { dayName, type SpendingDay } from './spending-day.ts';

/** The chart's days as text, the newest first, without those in which nothing was spent. */
export function SpendingTable({ days }: { days: readonly SpendingDay[] }) {
  const spent = days.filter(({ amountUsd }) => Number(amountUsd) !== 0).toReversed();
  return (
    <details className={styles['details']}>
      <summary>Show as a table</summary>
      {spent.length === 0 ? (
        <p className={styles['nothingSpent']}>Nothing was spent in these days.</p>
      ) : (
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col">Spent</th>
            </tr>
          </thead>
          <tbody>
            {spent.map((day) => (
              <tr key={day.from}>
                <td>{dayName(day)}</td>
                <td>
                  <Money usd={day.amountUsd} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
