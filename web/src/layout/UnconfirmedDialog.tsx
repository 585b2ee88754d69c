import { useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { showToast } from '../ui/toasts.ts';
import { FormFailure } from './FormFailure.tsx';

type UnconfirmedDialogProps = {
  act: 'confirm' | 'remove';
  name: string;
  email: string | null;
  run: () => Promise<unknown>;
  sentence: (error: unknown) => string;
  onClose: () => void;
};

/** For the staff: somebody is who they say they are, or is not of the school. */
export default function UnconfirmedDialog(props: UnconfirmedDialogProps) {
  const { act, name, email, run, sentence, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isConfirming = act === 'confirm';

  async function start(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await run();
      showToast({ tone: 'done', text: isConfirming ? `${name} is confirmed.` : `${name} is removed.` });
      onClose();
    } catch (error) {
      setFailure(failureOf(error, sentence));
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      title={<span className="wrap-anywhere">{isConfirming ? `Confirm ${name}?` : `Remove ${name}?`}</span>}
      variant={isConfirming ? 'primary' : 'danger'}
      confirm={isConfirming ? 'Confirm' : 'Remove'}
      busyLabel={isConfirming ? 'Confirming...' : 'Removing...'}
      busy={busy}
      onConfirm={() => void start()}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {isConfirming
          ? `It is not yet confirmed that ${email} is theirs. Confirm it if you know that it is.`
          : 'They keep their account and their papers, but no longer belong to the school.'}
      </p>
      <FormFailure failure={failure} className="mt-3" />
    </ConfirmDialog>
  );
}
