import { useState } from 'react';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { failedSentence } from './failed-sentence.ts';

/** The other account is somebody else's, who never proved the address. */
export default function Disown({ disown, onClose }: { disown: () => Promise<void>; onClose: () => void }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  async function confirm(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await disown();
    } catch (error) {
      setFailure(failureOf(error, failedSentence));
      setBusy(false);
    }
  }
  return (
    <ConfirmDialog
      open
      title="Start with a new account?"
      busy={busy}
      onClose={onClose}
      confirm="Start a new account"
      busyLabel="Starting..."
      onConfirm={() => void confirm()}
    >
      <p>
        The other account keeps its username and papers but loses this address. If it is yours, enter its
        password instead.
      </p>
      <FormFailure failure={failure} className="mt-3" />
    </ConfirmDialog>
  );
}
