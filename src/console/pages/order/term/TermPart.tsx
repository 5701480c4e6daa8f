import { useState } from 'react';
import { type FragmentType, fieldsOf, graphql } from '../../../generated/index.ts';
import { Button } from '../../../kit/Button.tsx';
import { Card } from '../../../kit/Card.tsx';
import { RenewDialog } from '../charge/RenewDialog.tsx';
import { ProxiesCard } from './ProxiesCard.tsx';
import styles from './TermPart.module.css';

const TERM_PART = graphql(`
  fragment TermPart on TermOrder {
    id
    status
    renewable
    product {
      id
    }
    ...ProxiesCard
    ...RenewDialog
  }
`);

interface TermPartProps {
  order: FragmentType<typeof TERM_PART>;
  onReplay: () => void;
}

/** What there is to do with proxies that were bought for a term. */
export function TermPart({ order, onReplay }: TermPartProps) {
  const fields = fieldsOf(TERM_PART, order);
  const { renewable, product, status } = fields;
  const [isRenewing, setRenewing] = useState(false);
  const ended = status === 'EXPIRED';
  return (
    <>
      <Card title={ended ? 'The term is over' : 'Keep these proxies'}>
        <div className={styles['renew']}>
          <p>
            {renewable && product
              ? 'A renewal keeps the same proxies, with the same logins and passwords, for longer.'
              : 'This order cannot be renewed. When its term is over, buy a new one.'}
          </p>
          {renewable && product && (
            <Button variant="primary" onClick={() => setRenewing(true)}>
              Renew
            </Button>
          )}
        </div>
      </Card>
      <ProxiesCard order={fields} />
      {isRenewing && <RenewDialog order={fields} onClose={() => setRenewing(false)} onReplay={onReplay} />}
    </>
  );
}
