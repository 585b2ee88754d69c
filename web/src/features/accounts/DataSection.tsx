import { Download, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { SettingsSection } from '../../layout/SettingsSection.tsx';
import { useIsImpersonating } from '../../session/admins.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { AccountPart } from './AccountPart.tsx';
import type { AccountOwner } from './owner.ts';
import { useHasPassword } from './SchoolSignInRow.tsx';
import { type DownloadState, useDataDownload } from './useDataDownload.ts';
import { MadePasswordsPart, VisitsPart } from './VisitsPart.tsx';

const DeleteAccountDialog = lazy(() => import('./DeleteAccountDialog.tsx'));

const icon = 'size-4';

type DataSectionProps = {
  owner: AccountOwner;
  /** The way of one's papers into a spreadsheet and back, for those who have papers. */
  spreadsheet?: ReactNode;
};

/** What a user can do with what is kept about them: have it, see who looked at it, and end it. */
export function DataSection({ owner, spreadsheet }: DataSectionProps) {
  const [isDeleting, setDeleting] = useState(false);
  const isImpersonating = useIsImpersonating();
  const hasPassword = useHasPassword(owner);
  return (
    <SettingsSection id="data">
      {isImpersonating ? (
        <Alert tone="info" className="mb-4">
          You are viewing Tickmark as somebody else. Only they can download their data or delete their
          account.
        </Alert>
      ) : (
        <DownloadPart owner={owner} />
      )}
      {spreadsheet && !isImpersonating && (
        <AccountPart
          title="My papers as a spreadsheet"
          text="One row for each time you did a paper, with date, score and note. You can import a file you exported here, or a list of your own."
        >
          {spreadsheet}
        </AccountPart>
      )}
      <VisitsPart owner={owner} />
      <MadePasswordsPart owner={owner} />
      {!isImpersonating && (
        <AccountPart
          title="Delete my account"
          text={
            owner.as === 'schoolAdmin'
              ? 'Your login is removed at once and for good. The school, its people and their work stay.'
              : 'Your papers, scores, files and everything else you have here are deleted at once and for good.'
          }
        >
          <Button
            size="small"
            icon={<Trash2 className={icon} aria-hidden="true" />}
            onClick={() => setDeleting(true)}
          >
            Delete account
          </Button>
        </AccountPart>
      )}
      {isDeleting && (
        <Suspense>
          <DeleteAccountDialog owner={owner} hasPassword={hasPassword} onClose={() => setDeleting(false)} />
        </Suspense>
      )}
    </SettingsSection>
  );
}

function DownloadPart({ owner }: { owner: AccountOwner }) {
  const { state, start, cancel } = useDataDownload(owner);
  const busy = state.step === 'busy';
  return (
    <AccountPart
      title="Download my data"
      text={
        owner.as === 'schoolAdmin'
          ? 'One ZIP file with everything kept about you: your account, your logins and what was done to it.'
          : 'One ZIP file with everything kept about you: your account, papers and scores, your files, and who sees your progress.'
      }
    >
      <div className="flex items-center gap-3">
        <Button
          size="small"
          icon={<Download className={icon} aria-hidden="true" />}
          busy={busy}
          busyLabel="Preparing..."
          onClick={start}
        >
          Download
        </Button>
        {busy && (
          <Button size="small" variant="ghost" onClick={cancel}>
            Cancel
          </Button>
        )}
        <p role="status" className="min-w-0 flex-1 text-small text-ink-soft tabular-nums">
          {said(state)}
        </p>
      </div>
      {state.step === 'failed' && (
        <Alert tone="error" className="mt-3">
          <p>{state.failure.sentence}</p>
          {state.failure.hint && <p className="text-ink-soft">{state.failure.hint}</p>}
        </Alert>
      )}
    </AccountPart>
  );
}

function said(state: DownloadState): string {
  if (state.step === 'saved') return 'Saved to your downloads.';
  if (state.step !== 'busy' || state.bytes === 0) return '';
  return `${(state.bytes / 1_000_000).toFixed(1)} MB`;
}
