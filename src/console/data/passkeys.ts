import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../generated/index.ts';
import { t } from '../texts/texts.tsx';
import { failureText, refusalText } from './refusals.ts';

/** Why there are no passkeys on this page, and what to do; undefined when there are. */
export function passkeyObstacle(): string | undefined {
  const { hostname, port, protocol } = location;
  if (/^[\d.]+$|^\[/.test(hostname)) {
    if (hostname !== '127.0.0.1' && hostname !== '[::1]') return t('passkey-at-name');
    return t('passkey-at-localhost', { place: `${protocol}//localhost${port && `:${port}`}` });
  }
  if (!isSecureContext) return t('passkey-https');
  return 'PublicKeyCredential' in window ? undefined : t('passkey-unsupported');
}

/** Has a device make a passkey for the options, and returns what the service is to be told. */
export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

/** Has a device sign the options by a passkey that it holds. */
export async function signByPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}

/** What to tell of an error that the browser threw instead of an answer. */
export function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('passkey-exists');
  if (name === 'NotAllowedError' || name === 'AbortError') return t('passkey-not-chosen');
  return t('passkey-failed');
}

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
      ... on SignInSuccess {
        viewer {
          id
        }
      }
      ...Refusal
    }
  }
`);

/** Signing in by a passkey: `signIn` returns the id of who is signed in, and undefined when nobody is. */
export function usePasskeySignIn() {
  const [, start] = useMutation(START);
  const [, finish] = useMutation(FINISH);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const signIn = async (): Promise<string | undefined> => {
    setBusy(true);
    setFailure(undefined);
    try {
      const started = await start({});
      if (started.error) return void setFailure(failureText(started.error));
      const response = await signByPasskey(started.data?.startPasskeySignIn.options ?? '');
      const { data, error } = await finish({ response });
      const result = data?.finishPasskeySignIn;
      if (result?.__typename === 'SignInSuccess') return result.viewer.id;
      return void setFailure(result ? refusalText(result) : error && failureText(error));
    } catch (error) {
      return void setFailure(passkeyFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return { signIn, busy, failure };
}
