import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../generated/index.ts';
import { passkeyFailure, signByPasskey } from './passkeys.ts';
import { failureText } from './refusals.ts';

const START = graphql(`
  mutation StartPasskeySignIn {
    startPasskeySignIn {
      options
    }
  }
`);

const FINISH = graphql(`
  mutation FinishPasskeySignIn($response: String!) {
    finishPasskeySignIn(input: { response: $response }) {
      __typename
      ... on SignInSuccess {
        session {
          id
          current
          changesUntil
        }
        viewer {
          id
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

/** Signing in by a passkey: `signIn` returns the id of who is signed in, and undefined when nobody is. */
export function usePasskeySignIn() {
  const [, start] = useMutation(START);
  const [, finish] = useMutation(FINISH);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const attempt = async (): Promise<string | undefined> => {
    const started = await start({});
    if (started.error) return void setFailure(failureText(started.error));
    const response = await signByPasskey(started.data?.startPasskeySignIn.options ?? '');
    const { data, error } = await finish({ response });
    const result = data?.finishPasskeySignIn;
    if (result?.__typename === 'SignInSuccess') return result.viewer.id;
    setFailure(result?.message ?? (error && failureText(error)));
    return undefined;
  };
  const signIn = async (): Promise<string | undefined> => {
    setBusy(true);
    setFailure(undefined);
    try {
      return await attempt();
    } catch (error) {
      setFailure(passkeyFailure(error));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { signIn, busy, failure };
}
