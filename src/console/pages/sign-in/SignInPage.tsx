import { useEffect, useState } from 'react';
import { useMutation } from 'urql';
import { CONSOLE_PATH } from '../../data/addresses.ts';
import { failureText } from '../../data/refusals.ts';
import { awaitSignInElsewhere, returnFromSignIn } from '../../data/session.ts';
import { takeSignInCode } from '../../data/sign-in-code.ts';
import { graphql } from '../../generated/index.ts';
import { ErrorNote } from '../../kit/Page.tsx';
import { Mark } from '../../kit/Icon.tsx';
import { Page } from '../../kit/Page.tsx';
import { ByPasskey } from './ByPasskey.tsx';
import { HowToGetALink } from './HowToGetALink.tsx';
import styles from './SignInPage.module.css';

const SIGN_IN = graphql(`
  mutation SignIn($code: String!) {
    signIn(input: { code: $code }) {
      __typename
      ... on SignInSuccess {
        session {
          id
        }
      }
      ... on Error {
        message
      }
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
    if (code !== undefined) signIn({ code });
  }, [code, signIn]);
  useEffect(() => {
    if (code === undefined) awaitSignInElsewhere();
  }, [code]);
  useEffect(() => {
    if (isSignedIn) returnFromSignIn();
  }, [isSignedIn]);

  const isUnderWay = fetching || isSignedIn || (code !== undefined && !data && !error);
  const refusal = result && result.__typename !== 'SignInSuccess' ? result.message : undefined;
  return (
    <main className={styles['main']}>
      <div className={styles['brand']}>
        <Mark />
        Proxy console
      </div>
      <div className={styles['card']}>
        <Page title={isUnderWay ? 'Signing in…' : 'Sign in'}>
          {error && code !== undefined && !fetching && (
            <ErrorNote message={failureText(error)} onRetry={() => signIn({ code })} />
          )}
          <ErrorNote message={refusal} />
          {refusal !== undefined && (
            <p>
              Signed in here already? <a href={CONSOLE_PATH}>Go on to the console</a>
            </p>
          )}
          {!isUnderWay && <ByPasskey />}
          {!isUnderWay && <HowToGetALink />}
        </Page>
      </div>
    </main>
  );
}
