import { useState } from 'react';
import { useMutation } from 'urql';
import { graphql } from '../../generated/index.ts';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { Field } from '../../kit/fields.tsx';
import { Select } from '../../kit/fields.tsx';
import type { Key } from './key.ts';
import { useChange } from './use-change.ts';

const REISSUE_KEY = graphql(`
  mutation ReissueKey($keyId: ID!, $overlapHours: Int!) {
    reissueKey(input: { keyId: $keyId, overlapHours: $overlapHours }) {
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

/** The service takes up to 72 hours. */
const OVERLAPS = [
  { hours: 0, label: 'At once' },
  { hours: 1, label: 'In an hour' },
  { hours: 24, label: 'In 24 hours' },
  { hours: 72, label: 'In 72 hours' },
];

interface ReissueKeyProps {
  keyOf: Key;
  onReissued: (secret: string) => void;
  onClose: () => void;
}

export function ReissueKey({ keyOf, onReissued, onClose }: ReissueKeyProps) {
  const [, reissueKey] = useMutation(REISSUE_KEY);
  const [overlapHours, setOverlapHours] = useState(0);
  const { busy, refusal, run } = useChange();
  const reissue = async () => {
    const sent = reissueKey({ keyId: keyOf.id, overlapHours });
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
      <Field label={`The secret ${keyOf.prefix}… stops working`}>
        {(control) => (
          <Select
            {...control}
            value={overlapHours}
            onChange={({ target }) => setOverlapHours(Number(target.value))}
          >
            {OVERLAPS.map(({ hours, label }) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <p>
        It stops in every program that has it, and the frontend tokens that it has made end with it. If
        somebody else may know it, replace it at once. Networks stay as they are.
      </p>
    </Dialog>
  );
}
