import { useState } from 'react';
import { type FragmentType, fieldsOf, graphql } from '../generated/index.ts';
import { Button } from '../kit/Button.tsx';
import { RenewDialog } from './RenewDialog.tsx';

const RENEW_BUTTON = graphql(`
  fragment RenewButton on TermOrder {
    id
    renewable
    product {
      id
    }
    ...RenewDialog
  }
`);

interface RenewButtonProps {
  order: FragmentType<typeof RENEW_BUTTON>;
  onReplay: () => void;
}

/** Nothing when the order cannot be renewed; its facts say so. */
export function RenewButton({ order, onReplay }: RenewButtonProps) {
  const fields = fieldsOf(RENEW_BUTTON, order);
  const [isOpen, setOpen] = useState(false);
  if (!fields.renewable || !fields.product) return null;
  return (
    <>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Renew
      </Button>
      {isOpen && <RenewDialog order={fields} onClose={() => setOpen(false)} onReplay={onReplay} />}
    </>
  );
}
