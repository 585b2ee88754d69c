import { useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { showToast } from '../ui/toasts.ts';
import { FormFailure } from './FormFailure.tsx';

type Act = 'confirm' | 'remove';

type UnconfirmedDialogProps = {
  name: string;
  email: string | null;
  confirm: () => Promise<unknown>;
  /** Takes them out of the school; not for somebody who has none. */
  remove: (() => Promise<unknown>) | undefined;
  sentence: (error: unknown) => string;
  onClose: () => void;
};

/** For the staff: whether somebody is who they say they are. */
export default function UnconfirmedDialog(props: UnconfirmedDialogProps) {
  const { name, email, confirm, remove, sentence, onClose } = props;
  const [busy, setBusy] = useState<Act>();
  const [failure, setFailure] = useState<Failure>();

  async function run(act: Act, work: () => Promise<unknown>): Promise<void> {
    setBusy(act);
    setFailure(undefined);
    try {
      await work();
      showToast({ tone: 'done', text: act === 'confirm' ? `${name} is confirmed.` : `${name} is removed.` });
      onClose();
    } catch (error) {
      setFailure(failureOf(error, sentence));
      setBusy(undefined);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={<span className="wrap-anywhere">Is this {name}?</span>}
      busy={busy !== undefined}
      onClose={onClose}
      footer={
        <>
          {remove && (
            <Button
              variant="danger"
              busy={busy === 'remove'}
              busyLabel="Removing..."
              disabled={busy === 'confirm'}
              onClick={() => void run('remove', remove)}
            >
              Remove
            </Button>
          )}
          <Button
            variant="primary"
            busy={busy === 'confirm'}
            busyLabel="Confirming..."
            disabled={busy === 'remove'}
            data-autofocus
            onClick={() => void run('confirm', confirm)}
          >
            Confirm
          </Button>
        </>
      }
    >
      <p className="wrap-anywhere">
        Nobody has proved yet that {email} is theirs. Confirm it if you know that it is.
      </p>
      {remove && (
        <p className="mt-2 text-ink-soft">
          Removed, they keep their account and their papers, and no longer belong to the school.
        </p>
      )}
      <FormFailure failure={failure} className="mt-3" />
    </Dialog>
  );
}
