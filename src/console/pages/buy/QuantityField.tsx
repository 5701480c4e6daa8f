import { Button } from '../../kit/Button.tsx';
import { Field } from '../../kit/fields.tsx';
import { TextInput } from '../../kit/fields.tsx';
import styles from './BuyPage.module.css';

interface QuantityFieldProps {
  /** As it was typed. */
  quantity: string;
  most: number;
  onChange: (quantity: string) => void;
  error: string | undefined;
}

/** How many proxies, typed or by buttons. */
export function QuantityField({ quantity, most, onChange, error }: QuantityFieldProps) {
  const number = /^\d{1,9}$/.test(quantity) ? Number(quantity) : 1;
  return (
    <Field label="Quantity" hint={`1 to ${most.toLocaleString('en-US')} in one order`} error={error}>
      {(control) => (
        <span className={styles['stepper']}>
          <Button aria-label="One fewer" disabled={number <= 1} onClick={() => onChange(`${number - 1}`)}>
            −
          </Button>
          <TextInput
            {...control}
            className={styles['number']}
            inputMode="numeric"
            autoComplete="off"
            value={quantity}
            onChange={({ target }) => onChange(target.value.trim())}
          />
          <Button aria-label="One more" disabled={number >= most} onClick={() => onChange(`${number + 1}`)}>
            +
          </Button>
        </span>
      )}
    </Field>
  );
}
