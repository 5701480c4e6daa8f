import { memo } from 'react';
import { Link } from 'wouter';
import { type FragmentType, fieldsOf, graphql } from '../../generated/index.ts';
import { classNames } from '../../kit/class-names.ts';
import { Money } from '../../kit/figures.tsx';
import { KIND_LABELS } from './filter.ts';
import styles from './StatementPage.module.css';

const MOVEMENT_ROW = graphql(`
  fragment MovementRow on Movement {
    id
    at
    kind
    amountUsd
    balanceAfterUsd
    reference
    description
    order {
      id
    }
  }
`);

const TIME = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
});

export interface MovementRowProps {
  movement: FragmentType<typeof MOVEMENT_ROW>;
}

/** One movement. Rows are drawn again only when they change: there may be thousands. */
export const MovementRow = memo(({ movement }: MovementRowProps) => {
  const { at, kind, amountUsd, balanceAfterUsd, reference, description, order } = fieldsOf(
    MOVEMENT_ROW,
    movement,
  );
  const isCredit = !amountUsd.startsWith('-');
  return (
    <tr>
      <td className={styles['time']}>
        <time dateTime={at} title={at}>
          {TIME.format(new Date(at))}
        </time>
      </td>
      <td className={styles['kind']}>{KIND_LABELS[kind]}</td>
      <td className={styles['what']}>{kind === 'TOP_UP' && reference !== null ? reference : description}</td>
      <td className={styles['order']}>{order && <Link href={`/orders/${order.id}`}>{order.id}</Link>}</td>
      <td className={classNames(styles['amount'], isCredit && styles['credit'])}>
        {isCredit && '+'}
        <Money usd={amountUsd} />
      </td>
      <td className={styles['balance']}>
        <Money usd={balanceAfterUsd} />
      </td>
    </tr>
  );
});
