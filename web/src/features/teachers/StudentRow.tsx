import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shownName } from '../../../../domain/shown-name.ts';
import type { Selecting } from '../../lists/selection/selected.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Student } from './useStudents.ts';

// Out of sight it costs nothing: 400 of them scroll as one does.
export const ROW =
  'relative px-4 py-2.5 [contain-intrinsic-block-size:auto_4rem] [content-visibility:auto] sm:px-5 print:[content-visibility:visible]';

export type RowProps = {
  onRemove: (student: Student, row: Element) => Promise<void>;
  /** While students are selected, a row is a box to tick and nothing else. */
  selecting: Selecting | undefined;
};

type RemoveButtonProps = Pick<RowProps, 'onRemove'> & { student: Student };

export function RemoveButton({ student, onRemove }: RemoveButtonProps) {
  const [busy, setBusy] = useState(false);

  async function press(row: Element | null): Promise<void> {
    if (busy || !row) return;
    setBusy(true);
    await onRemove(student, row);
    setBusy(false);
  }

  return (
    <IconButton
      title="Remove student"
      aria-label={`Remove student ${shownName(student)}`}
      variant="danger"
      size="small"
      className="relative"
      icon={<Trash2 />}
      aria-disabled={busy}
      onClick={(event) => void press(event.currentTarget.closest('li'))}
    />
  );
}
