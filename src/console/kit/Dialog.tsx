import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../texts/texts.tsx';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './kit.module.css';
import { ErrorNote } from './Page.tsx';

interface DialogProps {
  title: string;
  /** Called when the reader closes it: by Escape, the button or a press beside it. */
  onClose: () => void;
  /** Only a button in `actions` closes it: what it shows would be lost by a stray key or press. */
  irreplaceable?: boolean;
  children: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
}

/**
 * A modal dialog, open as long as it is rendered. It is the browser's own, which keeps the focus inside,
 * gives it back, and inserts no styles, as the policy of the page demands. The focus begins at the first
 * field; in a dialog without one, at the button that closes it.
 */
export function Dialog({ title, onClose, irreplaceable = false, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Closed before it leaves the document: only then it gives the focus back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too.
    <dialog
      ref={dialog}
      className={styles['dialog']}
      aria-labelledby={titleId}
      closedby={irreplaceable ? 'none' : 'closerequest'}
      onCancel={(event) => {
        event.preventDefault();
        if (!irreplaceable) onClose();
      }}
      onClose={() => {
        // At a second Escape, browsers that ignore `closedby` close it without asking. The parent decides.
        dialog.current?.showModal();
        if (!irreplaceable) onClose();
      }}
      onClick={({ target }) => target === dialog.current && !irreplaceable && onClose()}
    >
      <div className="grid gap-4" style={{ padding: 'var(--s5)' }}>
        <header className="row middle between gap-3 heading">
          <h2 id={titleId}>{title}</h2>
          {!irreplaceable && (
            <Button variant="quiet" aria-label={t('close')} onClick={onClose} className={styles['close']}>
              <Icon name="close" />
            </Button>
          )}
        </header>
        <div className="grid gap-4">{children}</div>
        {actions && (
          <footer className="row wrap end gap-2" style={{ paddingTop: 'var(--s2)' }}>
            {actions}
          </footer>
        )}
      </div>
    </dialog>
  );
}

interface FormDialogProps {
  title: string;
  action: string;
  variant?: 'primary' | 'danger';
  busy: boolean;
  /** Why it was refused, unless that stands at a field. */
  problem: string | undefined;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Fields that are sent together. */
export function FormDialog(props: FormDialogProps) {
  const { title, action, variant = 'primary', busy, problem, onSubmit, onClose, children } = props;
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button variant={variant} type="submit" form={formId} busy={busy}>
          {action}
        </Button>
      }
    >
      <form id={formId} className="grid gap-4" onSubmit={submit}>
        <ErrorNote message={problem} />
        {children}
      </form>
    </Dialog>
  );
}
