import { useMutation } from 'urql';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/ErrorNote.tsx';
import type { Key } from './key.ts';
import { useChange } from './use-change.ts';

const REISSUE_KEY = graphql(`
  mutation ReissueKey($keyId: ID!) {
    reissueKey(input: { keyId: $keyId }) {
      __typename
      ... on ReissueKeySuccess {
        secret
        viewer {
          id
          ...KeysCard
          ...TokensCard
        }
      }
      ... on Error {
        message
      }
    }
  }
`);

interface ReissueKeyProps {
  keyOf: Key;
  onReissued: (secret: string) => void;
  onClose: () => void;
}

export function ReissueKey({ keyOf, onReissued, onClose }: ReissueKeyProps) {
  const [, reissueKey] = useMutation(REISSUE_KEY);
  const { busy, refusal, run } = useChange();
  const reissue = async () => {
    const sent = reissueKey({ keyId: keyOf.id });
    const reissued = await run(sent, (data) => data.reissueKey, 'ReissueKeySuccess');
    if (reissued) onReissued(reissued.secret);
  };
  return (
    <Dialog
      title="Issue a new secret"
      onClose={onClose}
      actions={
        <Button variant="danger" busy={busy} onClick={reissue}>
          Replace the secret
        </Button>
      }
    >
      <ErrorNote message={refusal.above} />
      <p>
        The secret of <code>{keyOf.prefix}…</code> stops working at once, in every program that has it, and
        the frontend tokens that it has made end. Networks stay as they are.
      </p>
    </Dialog>
  );
}
