import { useState } from 'react';
import { graphql } from '../generated/index.ts';
import { t } from '../texts/texts.tsx';
import { useChange } from './refusals.ts';

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

export async function makePasskey(options: string): Promise<string> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startRegistration({ optionsJSON: JSON.parse(options) }));
}

async function signByPasskey(options: string): Promise<string> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return JSON.stringify(await startAuthentication({ optionsJSON: JSON.parse(options) }));
}

function passkeyFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return t('passkey-exists');
  if (name === 'NotAllowedError' || name === 'AbortError') return t('passkey-not-chosen');
  return t('passkey-failed');
}

/** As `useChange`, for what a device is asked about between two changes; `problem` has its refusal, too. */
export function usePasskey(fields: readonly string[] = []) {
  const { busy, refusal, change } = useChange(fields);
  const [isAsking, setAsking] = useState(false);
  const [failure, setFailure] = useState<string>();

  /** Asks a device by the options that the service gives. Without an answer `problem` says why. */
  const ask = async (
    started: Promise<{ done?: { options: string } }>,
    device: (options: string) => Promise<string>,
  ): Promise<string | undefined> => {
    setFailure(undefined);
    const { done } = await started;
    if (!done) return undefined;
    setAsking(true);
    const response = await device(done.options).catch((error: unknown) => {
      setFailure(passkeyFailure(error));
      return undefined;
    });
    setAsking(false);
    return response;
  };
  return { ask, change, busy: busy || isAsking, refusal, problem: failure ?? refusal.above };
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
  const { ask, change, busy, problem } = usePasskey();
  const signIn = async () => {
    const response = await ask(change(START, {}), signByPasskey);
    if (response === undefined) return undefined;
    return (await change(FINISH, { response })).done?.viewer.id;
  };
  return { signIn, busy, failure: problem };
}
