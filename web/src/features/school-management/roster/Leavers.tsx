import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { exportPapers, useArchived } from '../archive.ts';
import { consequences } from '../archive-words.ts';
import type { Managed } from '../managed.ts';
import { peopleIn } from '../people-words.ts';
import type { LeftPerson } from './roster-plan.ts';

/** What becomes of those whom the import is to archive, as the dialog says it of others. */
export function Leavers({ managed, people }: { managed: Managed; people: readonly LeftPerson[] }) {
  const eraseOn = useArchived(managed)?.erase_on;
  const [isBusy, setBusy] = useState(false);

  async function save(): Promise<void> {
    setBusy(true);
    await exportPapers(managed, people);
    setBusy(false);
  }

  if (eraseOn === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-4 py-3 text-small sm:px-5">
      <p className="min-w-0 flex-1 basis-60">
        <span className="font-medium wrap-anywhere">Archive {peopleIn(people)}:</span>{' '}
        {consequences(people, eraseOn)}
      </p>
      {people.some(({ role }) => role === 'student') && (
        <Button
          size="small"
          icon={<Download className="size-4" aria-hidden="true" />}
          busy={isBusy}
          onClick={() => void save()}
        >
          Export first
        </Button>
      )}
    </div>
  );
}
