import { useEffect, useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { passkeyObstacle, usePasskeySignIn } from '../../data/passkeys.ts';
import { failureText, refusalText } from '../../data/refusals.ts';
import { CONSOLE_PATH } from '../../data/requests.ts';
import { awaitSignInElsewhere, returnFromSignIn } from '../../data/session.ts';
import { graphql } from '../../generated/index.ts';
import { Button, ButtonLink } from '../../kit/Button.tsx';
import { Mark } from '../../kit/Icon.tsx';
import { ErrorNote, Page, Skeleton } from '../../kit/Page.tsx';
import { LanguageField } from '../../kit/preferences.tsx';
import { rich, t } from '../../texts/texts.tsx';
import styles from './SignInPage.module.css';

const SIGN_IN = graphql(`
  mutation SignIn($code: String!) {
    signIn(input: { code: $code }) {
      ...Refusal
    }
  }
`);

/** `/sign-in#CODE`: exchanges the code for a session, then goes where the reader wanted to be. */
export function SignInPage() {
  const [code, setCode] = useState(takeSignInCode);
  const [{ data, error, fetching }, signIn] = useMutation(SIGN_IN);
  const result = data?.signIn;
  const isSignedIn = result?.__typename === 'SignInSuccess';

  useEffect(() => {
    // A second link that is opened in the same tab changes what stands behind # and loads nothing.
    const takeNext = () => setCode((previous) => takeSignInCode() ?? previous);
    addEventListener('hashchange', takeNext);
    return () => removeEventListener('hashchange', takeNext);
  }, []);
  useEffect(() => {
    if (code === undefined) awaitSignInElsewhere();
    else signIn({ code });
  }, [code, signIn]);
  useEffect(() => {
    if (isSignedIn) returnFromSignIn();
  }, [isSignedIn]);

  const isUnderWay = fetching || isSignedIn || (code !== undefined && !data && !error);
  const refusal = result && result.__typename !== 'SignInSuccess' ? refusalText(result) : undefined;
  return (
    <main className={`grid gap-5 ${styles['main']}`}>
      <div className="brand" style={{ fontSize: 'var(--large)' }}>
        <Mark />
        Proxy console
      </div>
      <div className={`panel ${styles['card']}`}>
        <Page title={isUnderWay ? t('sign-in-under-way') : t('sign-in-title')}>
          {error && code !== undefined && !fetching && (
            <ErrorNote message={failureText(error)} onRetry={() => signIn({ code })} />
          )}
          <ErrorNote message={refusal} />
          {refusal !== undefined && (
            <p>{rich('sign-in-already', { link: <a href={CONSOLE_PATH}>{t('sign-in-go-on')}</a> })}</p>
          )}
          {!isUnderWay && <ByPasskey />}
          {!isUnderWay && <HowToGetALink />}
        </Page>
      </div>
      <div className="dim small" style={{ maxWidth: 200 }}>
        <LanguageField />
      </div>
    </main>
  );
}

/** The way in for who has added a passkey; nothing where there are none. */
function ByPasskey() {
  const { signIn, busy, failure } = usePasskeySignIn();
  if (passkeyObstacle()) return null;
  const enter = async () => {
    if (await signIn()) returnFromSignIn();
  };
  return (
    <div className="grid gap-4 dim">
      <Button variant="primary" busy={busy} onClick={enter}>
        {t('sign-in-by-passkey')}
      </Button>
      <ErrorNote message={failure} />
    </div>
  );
}

const CHAT = graphql(`
  query Chat {
    chatUrl
  }
`);

/** Where links come from: there is no password. */
function HowToGetALink() {
  const [{ data, fetching }] = useQuery({ query: CHAT });
  return (
    <div className="grid gap-4 dim">
      <p>{t('sign-in-by-link')}</p>
      {fetching && <Skeleton height="80px" />}
      {data?.chatUrl != null && (
        <>
          <ButtonLink variant="secondary" href={`${data.chatUrl}?start=console`}>
            {t('sign-in-get-link')}
          </ButtonLink>
          <p>{t('sign-in-press-start')}</p>
        </>
      )}
      <p>{t(data?.chatUrl != null ? 'sign-in-operator-too' : 'sign-in-operator')}</p>
    </div>
  );
}

/**
 * The code that a sign-in link carries behind `#`, if the page was opened by one. It is taken out of the
 * address at once, so that it stays in no history and on no screen.
 */
function takeSignInCode(): string | undefined {
  const code = location.hash.slice(1);
  if (code === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return code;
}
