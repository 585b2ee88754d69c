import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { type Person, peopleIn } from './people-words.ts';
import { nameOf } from './school-data.ts';

/** So few are all named at once. */
const FEW = 5;

type ChangeDialogProps = {
  title: string;
  people: readonly Person[];
  /** Those of them to whom something happens. */
  changing: readonly Person[];
  /** What the button says. */
  submit: string;
  run: () => Promise<void>;
  /** What is said when the server refuses and says nothing better. */
  failed: string;
  /** Something can happen to nobody at the school yet. */
  isReady?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** Shows whom a change concerns before it is made. It can be undone. */
export function ChangeDialog({ title, people, changing, submit, run, failed, ...rest }: ChangeDialogProps) {
  const { isReady = changing.length > 0, onClose, children } = rest;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function start(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await run();
      onClose();
    } catch (error) {
      setFailure(failureOf(error, () => adminSentence(error, failed)));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title={<span className="wrap-anywhere">{title}</span>}
      busy={busy}
      onClose={onClose}
      footer={
        <>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            busy={busy}
            busyLabel="Saving..."
            disabled={!isReady}
            onClick={() => void start()}
          >
            {submit}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        {children}
        <Preview people={people} changing={changing} />
        <FormFailure failure={failure} className="empty:hidden" />
      </div>
    </Dialog>
  );
}

function Preview({ people, changing }: Pick<ChangeDialogProps, 'people' | 'changing'>) {
  const words = (
    <span role="status">
      {people.length === 1 && changing.length === 1 ? 'Changes.' : previewWords(people, changing.length)}
    </span>
  );
  if (people.length === 1 || changing.length === 0) return <p className="text-ink-soft">{words}</p>;
  return (
    <details open={changing.length <= FEW} className="group">
      <summary className="flex items-center gap-2 font-medium select-none pointer-coarse:min-h-11">
        <ChevronRight
          className="-ml-1 size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        {words}
      </summary>
      <ul aria-label="Who will change" className="max-h-48 overflow-y-auto pl-5 wrap-anywhere">
        {changing.map((one) => (
          <li key={one.id}>{nameOf(one)}</li>
        ))}
      </ul>
    </details>
  );
}

/** '9 of 12 students will change'. */
function previewWords(people: readonly Person[], changing: number): string {
  if (changing === 0) return 'Nothing changes.';
  return `${changing.toLocaleString('en-US')} of ${peopleIn(people)} will change`;
}
