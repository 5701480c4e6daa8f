import styles from './kit.module.css';
import { createStore } from './store.ts';

/** In ms: long enough to read a short sentence twice. */
const SHOWN_MS = 5_000;

const current = createStore<string | undefined>(undefined);
let hide: ReturnType<typeof setTimeout> | undefined;

/** Tells of something that is done, for a moment. What must not be missed belongs on the page. */
export function toast(message: string): void {
  clearTimeout(hide);
  current.set(message);
  hide = setTimeout(() => current.set(undefined), SHOWN_MS);
}

export function Toasts() {
  const message = current.use();
  return (
    <output className={`grid centered ${styles['toasts']}`} aria-live="polite">
      {message && <span className={styles['toast']}>{message}</span>}
    </output>
  );
}
