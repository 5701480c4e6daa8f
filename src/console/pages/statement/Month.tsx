import { Card } from '../../kit/Card.tsx';
import { Money } from '../../kit/Money.tsx';
import styles from './Month.module.css';
import { MovementRow, type MovementRowProps } from './MovementRow.tsx';

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

interface MonthProps {
  /** Such as 2026-01, in UTC. */
  month: string;
  rows: readonly (MovementRowProps['movement'] & { id: string })[];
  /** In the whole month, whatever is shown of it. */
  spentUsd: string | undefined;
}

export function Month({ month, rows, spentUsd }: MonthProps) {
  const name = MONTH.format(new Date(month));
  return (
    <div className={styles['month']}>
      <Card
        title={name}
        flush
        action={
          spentUsd !== undefined && (
            <span className={styles['spent']} title="Charges less refunds of the whole month, in UTC">
              spent <Money usd={spentUsd} />
            </span>
          )
        }
      >
        <div className={styles['frame']}>
          <table className={styles['table']} aria-label={`Movements of ${name}`}>
            <thead>
              <tr>
                <th scope="col">Time (UTC)</th>
                <th scope="col">Kind</th>
                <th scope="col">For</th>
                <th scope="col">Order</th>
                <th scope="col">Amount</th>
                <th scope="col">Balance</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((movement) => (
                <MovementRow key={movement.id} movement={movement} />
              ))}
            </tbody>
          </table>
        </div>
      </Card>
    </div>
  );
}
