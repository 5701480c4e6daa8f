import type { ReactNode } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { type Done, useChange } from '../../data/refusals.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog, FormDialog } from '../../kit/Dialog.tsx';
import { CopyLine } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';

interface ConfirmProps<Data, Variables> {
  title: string;
  /** What the button says that does it. */
  action: string;
  variant?: 'danger' | 'primary';
  mutation: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  /** What is said when it is done. */
  told?: string;
  /** What comes when it is done, in place of `onClose`. */
  onDone?: (done: Done<Data>) => void;
  onClose: () => void;
  /** What it means. */
  children: ReactNode;
}

/** Asks before something that people and programs would miss, and does it. */
export function Confirm<Data extends object, Variables extends AnyVariables>(
  props: ConfirmProps<Data, Variables>,
) {
  const { title, action, variant = 'danger', mutation, variables, told, onClose, children } = props;
  const { onDone = onClose } = props;
  const { busy, refusal, change } = useChange();
  const confirm = async () => {
    const { done } = await change(mutation, variables, told);
    if (done) onDone(done);
  };
  return (
    <FormDialog {...{ title, action, variant, busy, onClose }} problem={refusal.above} onSubmit={confirm}>
      {children}
    </FormDialog>
  );
}

interface SecretProps {
  title: string;
  secret: string;
  /** Such as "the key". */
  what: string;
  onClose: () => void;
  /** What to do with it, when it is not shown only now. */
  children?: ReactNode;
}

/** Shows a new secret until somebody says that it is stored. */
export function Secret({ title, secret, what, onClose, children }: SecretProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      irreplaceable
      actions={
        <Button variant="primary" onClick={onClose}>
          {t('access-stored')}
        </Button>
      }
    >
      <p>
        {children ?? (
          <>
            <strong>{t('access-shown-once')}</strong> {t('access-store-it')}
          </>
        )}
      </p>
      <CopyLine text={secret} what={what} />
    </Dialog>
  );
}
