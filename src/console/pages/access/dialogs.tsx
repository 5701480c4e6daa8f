import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import type { AnyVariables, TypedDocumentNode } from 'urql';
import { passkeyObstacle, usePasskeySignIn } from '../../data/passkeys.ts';
import { type Done, useChange } from '../../data/refusals.ts';
import { useEvery } from '../../data/use-fresh.ts';
import { Button, ButtonLink } from '../../kit/Button.tsx';
import { Dialog, FormDialog } from '../../kit/Dialog.tsx';
import { CopyLine, ErrorNote } from '../../kit/Page.tsx';
import { t } from '../../texts/texts.tsx';

interface ConfirmProps<Data, Variables> {
  title: string;
  action: string;
  variant?: 'danger' | 'primary';
  mutation: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  /** What is said when it is done. */
  told?: string;
  /** What comes when it is done, in place of `onClose`. */
  onDone?: (done: Done<Data>) => void;
  onClose: () => void;
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

/** Changes keys or passkeys or shows a secret: at once after a fresh sign-in, else when there is one. */
type WhenFresh = (action: () => void) => void;

const Fresh = createContext<WhenFresh>((action) => action());

/** For the parts of the page: what the action opens comes after the sign-in, if one is needed. */
export function useWhenFresh(): WhenFresh {
  return useContext(Fresh);
}

interface Asked {
  /** `changesUntil` is the instant until which its sign-in is fresh; null when that is over. */
  viewer: { id: string; session: { id: string; changesUntil: string | null } | null } | undefined;
  chatUrl: string | null | undefined;
  /** Asks the service once more how fresh the sign-in is. */
  refresh: () => void;
}

export function Changes({ children, ...asked }: Asked & { children: ReactNode }) {
  const changesUntil = asked.viewer?.session?.changesUntil;
  const [waiting, setWaiting] = useState(false);
  const action = useRef<() => void>(undefined);
  const isFresh = () => changesUntil != null && Date.parse(changesUntil) > Date.now();

  // It is confirmed in the chat, or a new link is opened in another tab, and the page learns of that.
  useEffect(() => {
    if (!waiting || changesUntil == null || Date.parse(changesUntil) <= Date.now()) return;
    setWaiting(false);
    action.current?.();
  }, [waiting, changesUntil]);

  const whenFresh: WhenFresh = (next) => {
    if (isFresh()) return next();
    action.current = next;
    setWaiting(true);
    asked.refresh();
  };
  return (
    <Fresh value={whenFresh}>
      {children}
      {waiting && <SignInAgain {...asked} onClose={() => setWaiting(false)} />}
    </Fresh>
  );
}

/** How often a page that waits asks whether it was confirmed elsewhere, in milliseconds. */
const ASK_EVERY_MS = 2_000;

function SignInAgain({ viewer, chatUrl, refresh, onClose }: Asked & { onClose: () => void }) {
  const { signIn, busy, failure } = usePasskeySignIn();
  const obstacle = passkeyObstacle();
  const session = viewer?.session;
  const confirmation = chatUrl && session && `${chatUrl}?start=confirm_${session.id.replace(/\D+/, '')}`;
  useEvery(ASK_EVERY_MS, refresh);
  const enter = async () => {
    const signedIn = await signIn();
    // The passkey may be that of another reseller, of whom this page knows nothing.
    if (signedIn === viewer?.id) refresh();
    else if (signedIn) location.reload();
  };
  return (
    <Dialog
      title={t('access-again')}
      onClose={onClose}
      actions={
        <>
          {!obstacle && (
            <Button busy={busy} onClick={enter}>
              {t('access-again-passkey')}
            </Button>
          )}
          {confirmation && <ButtonLink href={confirmation}>{t('access-again-chat')}</ButtonLink>}
        </>
      }
    >
      <p>{t('access-again-why')}</p>
      <p>
        {t('access-again-how', { way: confirmation ? 'chat' : 'link', passkey: obstacle ? 'no' : 'yes' })}
      </p>
      <ErrorNote message={failure} />
    </Dialog>
  );
}
