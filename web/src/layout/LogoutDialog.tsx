import { useLayoutEffect } from 'react';
import { useObservable } from '../state/observable.ts';
import { uploading, uploadToasts } from '../state/uploading.ts';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { hideToast } from '../ui/toasts.ts';

type LogoutDialogProps = { onStay: () => void; onLogout: () => void };

/** Asks before a logout ends what is being sent. Meanwhile it may arrive: then nothing is at stake any more. */
export default function LogoutDialog({ onStay, onLogout }: LogoutDialogProps) {
  const count = useObservable(uploading);
  useLayoutEffect(() => {
    for (const toast of uploadToasts) hideToast(toast);
  }, []);
  return (
    <ConfirmDialog
      open
      title={
        count === 1
          ? 'Log out while a file is still uploading?'
          : count > 1
            ? `Log out while ${count} files are still uploading?`
            : 'Log out?'
      }
      onClose={onStay}
      cancel="Stay"
      confirm="Log out"
      variant={count > 0 ? 'danger' : 'primary'}
      onConfirm={onLogout}
    >
      <p role="status">{words(count)}</p>
    </ConfirmDialog>
  );
}

function words(count: number): string {
  if (count === 0) return 'Nothing is uploading any more.';
  const [they, them] = count === 1 ? ['it', 'it'] : ['they', 'them'];
  return `If you log out now, ${they} will not be saved and you have to add ${them} again. Everything else is safe.`;
}
