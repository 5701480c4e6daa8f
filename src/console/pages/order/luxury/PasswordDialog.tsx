import { useMutation } from 'urql';
import { failureText } from '../../../data/refusals.ts';
import { graphql } from '../../../generated/index.ts';
import { Button } from '../../../kit/Button.tsx';
import { CopyButton } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { ErrorNote } from '../../../kit/Page.tsx';
import styles from '../OrderPage.module.css';

const RESET_PASSWORD = graphql(`
  mutation ResetPassword($orderId: ID!) {
    resetPassword(input: { orderId: $orderId }) {
      __typename
      ... on ResetPasswordSuccess {
        line
        order {
          id
          proxies {
            host
            port
            login
            password
          }
          settings {
            id
            login
          }
        }
        viewer {
          id
          balanceUsd
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

/** Replaces login and password, after a question: every program that uses the old ones stops. */
export function PasswordDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const [{ data, error, fetching }, reset] = useMutation(RESET_PASSWORD);
  const result = data?.resetPassword;
  if (result?.__typename === 'ResetPasswordSuccess')
    return (
      <Dialog
        title="The new password works"
        onClose={onClose}
        irreplaceable
        actions={
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p>Put this line into your programs. The old login and password have stopped working.</p>
        <p className={styles['newLine']}>
          <code>{result.line}</code>
          <CopyButton text={result.line} what="the new line" compact />
        </p>
      </Dialog>
    );
  const refused = result && 'message' in result ? result.message : undefined;
  return (
    <Dialog
      title="Replace the password?"
      onClose={() => !fetching && onClose()}
      actions={
        <>
          <Button onClick={onClose} disabled={fetching}>
            Keep it
          </Button>
          <Button variant="danger" busy={fetching} onClick={() => reset({ orderId })}>
            Replace it
          </Button>
        </>
      }
    >
      <p>
        The order gets a new password, and maybe a new login. Every program that uses the present ones is
        refused from that moment on.
      </p>
      <ErrorNote
        message={
          error
            ? `${failureText(error)} The old password may have stopped working: replacing it once more is safe.`
            : refused
        }
      />
    </Dialog>
  );
}
