import { Card } from '../../kit/Page.tsx';
import { Money } from '../../kit/figures.tsx';
import styles from './StatementPage.module.css';
import { MovementRow, type MovementRowProps } from './MovementRow.tsx';

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** In pixels, on a wide screen: of the headings and of a row. */
const HEAD_HEIGHT = 96;
const ROW_HEIGHT = 45;

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
    <div className={styles['month']} style={{ containIntrinsicSize: `auto ${heightOf(rows.length)}px` }}>
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

/** How much room a month takes while it is out of sight. */
function heightOf(rows: number): number {
  return HEAD_HEIGHT + rows * ROW_HEIGHT;
}
