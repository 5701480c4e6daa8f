import { useMutation } from 'urql';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { ErrorNote } from '../../kit/Page.tsx';
import type { Key } from './key.ts';
import { UPDATE_KEY } from './update-key.ts';
import { useChange } from './use-change.ts';

/** Disables a key that works, or enables one that is disabled. */
export function KeyState({ keyOf, onClose }: { keyOf: Key; onClose: () => void }) {
  const [, updateKey] = useMutation(UPDATE_KEY);
  const { busy, refusal, run } = useChange();
  const disabled = !keyOf.disabled;
  const change = async () => {
    const sent = updateKey({ input: { keyId: keyOf.id, disabled } });
    if (await run(sent, (data) => data.updateKey, 'UpdateKeySuccess')) onClose();
  };
  return (
    <Dialog
      title={`${disabled ? 'Disable' : 'Enable'} ${keyOf.prefix}…`}
      onClose={onClose}
      actions={
        <Button variant={disabled ? 'danger' : 'primary'} busy={busy} onClick={change}>
          {disabled ? 'Disable the key' : 'Enable the key'}
        </Button>
      }
    >
      <ErrorNote message={refusal.above} />
      <p>
        {disabled
          ? 'Every request with it is refused until you enable it again, and the frontend tokens that it has made end.'
          : 'Programs that have its secret can use it again at once.'}
      </p>
    </Dialog>
  );
}
