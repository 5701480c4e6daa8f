import { type FormEvent, useId, useState } from 'react';
import { useMutation } from 'urql';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import { toast } from '../../kit/Toast.tsx';
import styles from './AccessPage.module.css';
import type { Key } from './key.ts';
import { NetworksField, networksIn } from './NetworksField.tsx';
import { UPDATE_KEY } from './update-key.ts';
import { useChange } from './use-change.ts';

export function KeyNetworks({ keyOf, onClose }: { keyOf: Key; onClose: () => void }) {
  const formId = useId();
  const [networks, setNetworks] = useState(keyOf.allowedIps.join(' '));
  const [, updateKey] = useMutation(UPDATE_KEY);
  const { busy, refusal, run } = useChange(['allowedIps']);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const sent = updateKey({ input: { keyId: keyOf.id, allowedIps: networksIn(networks) } });
    if (!(await run(sent, (data) => data.updateKey, 'UpdateKeySuccess'))) return;
    toast(`The networks of ${keyOf.prefix}… are saved.`);
    onClose();
  };
  return (
    <Dialog
      title={`Networks of ${keyOf.prefix}…`}
      onClose={onClose}
      actions={
        <Button variant="primary" type="submit" form={formId} busy={busy}>
          Save
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
