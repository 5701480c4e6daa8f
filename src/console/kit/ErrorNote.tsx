import { Button } from './Button.tsx';
import styles from './kit.module.css';
import { Icon } from './Icon.tsx';

interface ErrorNoteProps {
  /** What was wrong and what to do. */
  message: string | undefined;
  onRetry?: () => void;
  /** What the button says when it does something else than to try again. */
  action?: string;
}

/** Tells of a refusal or a failure as soon as it appears; nothing when there is no message. */
export function ErrorNote({ message, onRetry, action = 'Try again' }: ErrorNoteProps) {
  if (!message) return null;
  return (
    <div role="alert" className={styles['errorNote']}>
      <Icon name="warning" />
      <p>{message}</p>
      {onRetry && <Button onClick={onRetry}>{action}</Button>}
    </div>
  );
}
