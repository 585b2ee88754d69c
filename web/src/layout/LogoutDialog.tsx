import { useLayoutEffect } from 'react';
import { useObservable } from '../state/observable.ts';
import { uploading, uploadToasts } from '../state/uploading.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { hideToast } from '../ui/toasts.ts';

type LogoutDialogProps = { onStay: () => void; onLogout: () => void };

/** Asks before a logout ends what is being sent. Meanwhile it may arrive: then nothing is at stake any more. */
export default function LogoutDialog({ onStay, onLogout }: LogoutDialogProps) {
  const count = useObservable(uploading);
  useLayoutEffect(() => {
    for (const toast of uploadToasts) hideToast(toast);
  }, []);
  return (
    <Dialog
      open
      size="small"
      title={
        count === 1
          ? 'Log out while a file is still uploading?'
          : count > 1
            ? `Log out while ${count} files are still uploading?`
            : 'Log out?'
      }
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay} data-autofocus>
            Stay
          </Button>
          <Button variant={count > 0 ? 'danger' : 'primary'} onClick={onLogout}>
            Log out
          </Button>
        </>
      }
    >
      <p role="status">{words(count)}</p>
    </Dialog>
  );
}

function words(count: number): string {
  if (count === 0) return 'Nothing is uploading any more.';
  const [they, them] = count === 1 ? ['it', 'it'] : ['they', 'them'];
  return `If you log out now, ${they} will not be saved and you have to add ${them} again. Everything else is safe.`;
}
