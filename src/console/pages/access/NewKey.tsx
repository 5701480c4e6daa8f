import { type FormEvent, useId, useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import styles from './AccessPage.module.css';
import { NetworksField, networksIn } from './NetworksField.tsx';
import { useChange } from './use-change.ts';

const CREATE_KEY = graphql(`
  mutation CreateKey($allowedIps: [String!]!) {
    createKey(input: { allowedIps: $allowedIps }) {
      __typename
      ... on CreateKeySuccess {
        secret
        viewer {
          id
          ...KeysCard
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

export function NewKey({ onCreated, onClose }: { onCreated: (secret: string) => void; onClose: () => void }) {
  const formId = useId();
  const [networks, setNetworks] = useState('');
  const [, createKey] = useMutation(CREATE_KEY);
  const { busy, refusal, run } = useChange(['allowedIps']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const allowedIps = networksIn(networks);
    const created = await run(createKey({ allowedIps }), (data) => data.createKey, 'CreateKeySuccess');
    if (created) onCreated(created.secret);
  };
  return (
    <Dialog
      title="New API key"
      onClose={onClose}
      actions={
        <Button variant="primary" type="submit" form={formId} busy={busy}>
          Create the key
        </Button>
      }
    >
      <form id={formId} className={styles['form']} onSubmit={submit}>
        <ErrorNote message={refusal.above} />
        <NetworksField value={networks} onChange={setNetworks} error={refusal.at['allowedIps']} />
      </form>
    </Dialog>
  );
}
