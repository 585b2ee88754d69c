import { useEffect, useState } from 'react';
import { type Failure, failureOf } from '../api/failure.ts';
import { useApiQuery } from '../api/query.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { showToast } from '../ui/toasts.ts';
import { FormFailure } from './FormFailure.tsx';
import { ShownPassword } from './ShownPassword.tsx';
import type { Slip } from './slips.ts';

type ResetPasswordDialogProps = {
  /** Whose password it is. */
  name: string;
  /** For the slip: what they log in with, unless it is their name here, and whose it is. */
  slip?: Pick<Slip, 'name' | 'group'> & { username: string | null };
  school?: string | undefined;
  reset: () => Promise<{ password: string }>;
  /** The same by mail: only they see the password. */
  mailLink: () => Promise<unknown>;
  /** What is said of a failure. */
  sentence: (error: unknown) => string;
  onClose: () => void;
};

const UNSURE = {
  sentence: 'The new password did not arrive.',
  hint: 'It may have been reset anyway. Reset it again to see the new password.',
};

/** Staff make a new password for somebody who lost theirs, and see it once. */
export default function ResetPasswordDialog(props: ResetPasswordDialogProps) {
  const { name, slip, school, reset, mailLink, sentence, onClose } = props;
  const isMailed = useApiQuery('GET /sign-in/options', { as: 'nobody' }).data?.mail === true;
  const [password, setPassword] = useState<string>();
  const [busy, setBusy] = useState<'reset' | 'mail'>();
  const [failure, setFailure] = useState<Failure>();

  const hasPassword = password !== undefined;
  useEffect(() => {
    if (!hasPassword) return undefined;
    const unloading = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', unloading);
    return () => window.removeEventListener('beforeunload', unloading);
  }, [hasPassword]);

  async function run(): Promise<void> {
    setBusy('reset');
    setFailure(undefined);
    try {
      setPassword((await reset()).password);
    } catch (error) {
      setFailure(failureOf(error, sentence, UNSURE));
    }
    setBusy(undefined);
  }

  async function mail(): Promise<void> {
    setBusy('mail');
    setFailure(undefined);
    try {
      await mailLink();
      showToast({ tone: 'done', text: 'A link is on its way. It works for 30 minutes.' });
      onClose();
    } catch (error) {
      setFailure(failureOf(error, sentence));
      setBusy(undefined);
    }
  }

  if (password !== undefined)
    return (
      <Dialog
        open
        size="small"
        title={<span className="wrap-anywhere">New password for {name}</span>}
        // It is seen once: nothing but its own button closes what shows it.
        busy
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            I have noted the password
          </Button>
        }
      >
        <ShownPassword slip={{ ...slip, username: slip?.username ?? name, password }} school={school} />
      </Dialog>
    );
  return (
    <Dialog
      open
      size="small"
      title={<span className="wrap-anywhere">New password for {name}?</span>}
      busy={busy !== undefined}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy !== undefined} onClick={onClose} data-autofocus>
            Cancel
          </Button>
          {isMailed && (
            <Button
              variant="primary"
              busy={busy === 'mail'}
              busyLabel="Sending..."
              disabled={busy === 'reset'}
              onClick={() => void mail()}
            >
              Mail a link
            </Button>
          )}
          <Button
            variant={isMailed ? 'secondary' : 'danger'}
            busy={busy === 'reset'}
            busyLabel="Resetting..."
            disabled={busy === 'mail'}
            onClick={() => void run()}
          >
            Reset password
          </Button>
        </>
      }
    >
      <p>They are logged out everywhere and choose their own when they next log in.</p>
      <FormFailure failure={failure} className="mt-3" />
    </Dialog>
  );
}
