import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Failure } from '../api/failure.ts';
import { useIsImpersonating } from '../session/admins.ts';
import { Alert } from '../ui/Alert.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import type { AccountOwner } from './ChangePasswordDialog.tsx';
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx';
import { type DownloadState, useDataDownload } from './useDataDownload.ts';

const icon = 'size-4';

/** What a user can do with what is kept about them: have it, and end it. */
export default function MyDataDialog({ owner, onClose }: { owner: AccountOwner; onClose: () => void }) {
  const [deleting, setDeleting] = useState(false);
  const isImpersonating = useIsImpersonating();
  if (deleting) return <DeleteAccountDialog owner={owner} onClose={onClose} />;
  return (
    <Dialog
      open
      lightDismiss
      title="My data and account"
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {isImpersonating ? (
        <Alert tone="info">
          You are viewing Tickmark as somebody else. Only they can download their data or delete their
          account.
        </Alert>
      ) : (
        <div className="grid gap-3">
          <DownloadPart owner={owner} />
          <Part
            title="Delete my account"
            text={
              owner.as === 'schoolAdmin'
                ? 'Your login is removed at once and for good. The school, its people and their work stay.'
                : 'Your papers, scores, files and everything else of yours are removed at once and for good.'
            }
          >
            <Button icon={<Trash2 className={icon} aria-hidden="true" />} onClick={() => setDeleting(true)}>
              Delete account
            </Button>
          </Part>
        </div>
      )}
    </Dialog>
  );
}

type PartProps = { title: string; text: string; failure?: Failure | undefined; children: ReactNode };

function Part({ title, text, failure, children }: PartProps) {
  return (
    <section className="rounded-md border border-line p-4">
      <h3 className="font-medium">{title}</h3>
      <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      <div className="mt-3 flex items-center gap-3">{children}</div>
      {failure && (
        <Alert tone="error" className="mt-3">
          <p>{failure.sentence}</p>
          {failure.hint && <p className="text-ink-soft">{failure.hint}</p>}
        </Alert>
      )}
    </section>
  );
}

function DownloadPart({ owner }: { owner: AccountOwner }) {
  const { state, start, cancel } = useDataDownload(owner);
  const busy = state.step === 'busy';
  return (
    <Part
      title="Download my data"
      failure={state.step === 'failed' ? state.failure : undefined}
      text={
        owner.as === 'schoolAdmin'
          ? 'One ZIP file with everything kept about you: your account, your logins and what was done to it.'
          : 'One ZIP file with everything kept about you: your account, papers and scores, your files, and who sees your progress.'
      }
    >
      <Button
        icon={<Download className={icon} aria-hidden="true" />}
        busy={busy}
        busyLabel="Preparing..."
        onClick={start}
      >
        Download
      </Button>
      {busy && (
        <Button variant="ghost" onClick={cancel}>
          Cancel
        </Button>
      )}
      <p role="status" className="min-w-0 flex-1 text-small text-ink-soft tabular-nums">
        {said(state)}
      </p>
    </Part>
  );
}

function said(state: DownloadState): string {
  if (state.step === 'saved') return 'Saved to your downloads.';
  if (state.step !== 'busy' || state.bytes === 0) return '';
  return `${(state.bytes / 1_000_000).toFixed(1)} MB`;
}
