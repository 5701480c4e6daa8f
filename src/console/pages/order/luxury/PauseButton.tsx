import { Button } from '../../../kit/Button.tsx';
import { toast } from '../../../kit/Toast.tsx';
import { useUpdateSettings } from './use-update-settings.ts';

/** Stops and resumes the order: while it is paused, the gateway refuses its connections. */
export function PauseButton({ orderId, isPaused }: { orderId: string; isPaused: boolean }) {
  const [isBusy, update] = useUpdateSettings(orderId);
  const toggle = async () => {
    const refusal = await update({ paused: !isPaused });
    if (refusal) toast(refusal.above ?? refusal.at['paused'] ?? 'Nothing was changed. Try again.');
    else
      toast(
        isPaused ? 'Resumed: the gateway accepts connections.' : 'Paused: the gateway refuses connections.',
      );
  };
  return (
    <Button busy={isBusy} onClick={toggle}>
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  );
}
