import { useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx';
import { FormFailure } from './FormFailure.tsx';
import { ShownPassword } from './ShownPassword.tsx';

type ResetPasswordDialogProps = {
  /** Whose password it is. */
  name: string;
  /** What they log in with, unless it is their name here. */
  username?: string | null;
  reset: () => Promise<{ password: string }>;
  /** What is said of a failure. */
  sentence: (error: unknown) => string;
  onClose: () => void;
};

const UNSURE = {
  sentence: 'The new password did not arrive.',
  hint: 'It may have been done all the same. Reset it again to get a password you can see.',
};

/** Staff make a new password for somebody who lost theirs, and see it once. */
export default function ResetPasswordDialog(props: ResetPasswordDialogProps) {
  const { name, username, reset, sentence, onClose } = props;
  const [password, setPassword] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function run(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setPassword((await reset()).password);
    } catch (error) {
      setFailure(failureOf(error, sentence, UNSURE));
    }
    setBusy(false);
  }

  if (password !== undefined)
    return (
      <Dialog
        open
        size="small"
        title={<span className="wrap-anywhere">New password for {name}</span>}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            I have noted the password
          </Button>
        }
      >
        <ShownPassword username={username ?? name} password={password} />
      </Dialog>
    );
  return (
    <ConfirmDialog
      open
      title={<span className="wrap-anywhere">New password for {name}?</span>}
      busy={busy}
      onClose={onClose}
      confirm="Reset password"
      busyLabel="Resetting..."
      onConfirm={() => void run()}
    >
      <p>They are logged out everywhere and choose their own when they next log in.</p>
      <FormFailure failure={failure} className="mt-3" />
    </ConfirmDialog>
  );
}
