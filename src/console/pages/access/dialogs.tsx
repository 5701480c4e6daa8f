import { Button } from '../../kit/Button.tsx';
import { CopyButton } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import styles from './AccessPage.module.css';

interface SecretProps {
  title: string;
  secret: string;
  /** Such as "the key". */
  what: string;
  onClose: () => void;
}

/** Shows a new secret, which exists nowhere else. */
export function Secret({ title, secret, what, onClose }: SecretProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      irreplaceable
      actions={
        <Button variant="primary" onClick={onClose}>
          I have stored it
        </Button>
      }
    >
      <p>
        <strong>It is shown only now.</strong> Store it where your programs read their secrets; whoever has it
        can use it.
      </p>
      <div className={styles['secret']}>
        <code>{secret}</code>
        <CopyButton text={secret} what={what} compact />
      </div>
    </Dialog>
  );
}
