import { Download } from 'lucide-react';
import { useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { archivePeople, exportPapers } from './archive.ts';
import { archiveButton, consequences } from './archive-words.ts';
import { type Managed } from './managed.ts';
import { type Person, peopleIn } from './people-words.ts';

type ArchiveDialogProps = {
  managed: Managed;
  people: readonly Person[];
  /** The day on which they would be deleted. */
  eraseOn: string;
  /** `isDone`: they are in no list of the school any more. */
  onClose: (isDone: boolean) => void;
};

/** Asks before people are archived, because after some months they are deleted. */
export function ArchiveDialog({ managed, people, eraseOn, onClose }: ArchiveDialogProps) {
  const [busy, setBusy] = useState<'export' | 'archive'>();
  const [failure, setFailure] = useState<Failure>();
  const hasStudents = people.some(({ role }) => role === 'student');

  async function start(): Promise<void> {
    setBusy('archive');
    setFailure(undefined);
    try {
      await archivePeople(managed, people);
      onClose(true);
    } catch (error) {
      setFailure(failureOf(error, () => adminSentence(error, 'Failed to archive them')));
      setBusy(undefined);
    }
  }

  async function save(): Promise<void> {
    setBusy('export');
    await exportPapers(managed, people);
    setBusy(undefined);
  }

  return (
    <Dialog
      open
      size="small"
      title={<span className="wrap-anywhere">Archive {peopleIn(people)}?</span>}
      busy={busy === 'archive'}
      onClose={() => onClose(false)}
      footer={
        <>
          {hasStudents && (
            <Button
              icon={<Download className="size-4" aria-hidden="true" />}
              busy={busy === 'export'}
              disabled={busy === 'archive'}
              onClick={() => void save()}
            >
              Export first
            </Button>
          )}
          <Button
            variant="danger"
            busy={busy === 'archive'}
            busyLabel="Archiving..."
            disabled={busy === 'export'}
            onClick={() => void start()}
          >
            {archiveButton(people.length)}
          </Button>
        </>
      }
    >
      <p>{consequences(people, eraseOn)}</p>
      <FormFailure failure={failure} className="mt-3" />
    </Dialog>
  );
}
