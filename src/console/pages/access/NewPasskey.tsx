import { type FormEvent, useId, useState } from 'react';
import { useMutation } from 'urql';
import { makePasskey, passkeyFailure } from '../../data/passkeys.ts';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Field } from '../../kit/fields.tsx';
import { TextInput } from '../../kit/fields.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './AccessPage.module.css';
import { useChange } from './use-change.ts';

const START = graphql(`
  mutation StartPasskeyRegistration {
    startPasskeyRegistration {
      __typename
      ... on PasskeyOptions {
        options
      }
      ... on Error {
        message
      }
    }
  }
`);

const FINISH = graphql(`
  mutation FinishPasskeyRegistration($name: String!, $response: String!) {
    finishPasskeyRegistration(input: { name: $name, response: $response }) {
      __typename
      ... on FinishPasskeyRegistrationSuccess {
        viewer {
          id
          ...PasskeysCard
        }
      }
      ... on Error {
        message
      }
      ... on InvalidInputError {
        fields {
          path
          message
        }
      }
    }
  }
`);

/** The service takes longer names no more. */
const MOST_CHARACTERS = 60;

export function NewPasskey({ browser, onClose }: { browser: string | undefined; onClose: () => void }) {
  const formId = useId();
  const [name, setName] = useState(browser ?? '');
  const [, start] = useMutation(START);
  const [, finish] = useMutation(FINISH);
  const [failure, setFailure] = useState<string>();
  const [asking, setAsking] = useState(false);
  const { busy, refusal, run } = useChange(['name']);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || asking) return;
    setFailure(undefined);
    const started = await run(start({}), (data) => data.startPasskeyRegistration, 'PasskeyOptions');
    if (!started) return;
    setAsking(true);
    const response = await makePasskey(started.options).catch((error: unknown) => {
      setFailure(passkeyFailure(error));
      return undefined;
    });
    setAsking(false);
    if (response === undefined) return;
    const sent = finish({ name, response });
    const added = await run(
      sent,
      (data) => data.finishPasskeyRegistration,
      'FinishPasskeyRegistrationSuccess',
    );
    if (!added) return;
    toast('The passkey is added.');
    onClose();
  };
  return (
    <Dialog
      title="Add a passkey"
      onClose={onClose}
      actions={
        <Button variant="primary" type="submit" form={formId} busy={busy || asking}>
          Ask the device
        </Button>
      }
    >
      <form id={formId} className={styles['form']} onSubmit={submit}>
        <ErrorNote message={failure ?? refusal.above} />
        <Field label="Name" hint="Such as the device that holds it." error={refusal.at['name']}>
          {(control) => (
            <TextInput
              {...control}
              value={name}
              maxLength={MOST_CHARACTERS}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
