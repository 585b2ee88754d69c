import { useEffect, useRef } from 'react';
import { focusHeading } from '../../ui/focus.ts';
import { showToast } from '../../ui/toasts.ts';
import type { Student } from './useStudents.ts';

/** Removing a student from the list. */
export function useRemoving() {
  const list = useRef<HTMLDivElement>(null);
  const going = useRef<{ row: Element; beside: Element | null }>(undefined);

  // What was pressed goes with its row: the focus goes on to the row beside it, or to the heading, unless somebody has moved
  // it elsewhere meanwhile.
  useEffect(() => {
    const { row, beside } = going.current ?? {};
    if (!row || row.isConnected) return;
    going.current = undefined;
    if (document.activeElement !== document.body) return;
    const next = beside?.isConnected && beside.querySelector<HTMLElement>('[title="Remove student"]');
    if (next) next.focus();
    else if (list.current) focusHeading(list.current);
  });

  async function remove(student: Student, row: Element): Promise<void> {
    going.current = { row, beside: row.nextElementSibling ?? row.previousElementSibling };
    try {
      const { removeAtOnce } = await import('./remove-student.ts');
      await removeAtOnce(student);
    } catch {
      going.current = undefined;
      showToast({ tone: 'danger', text: 'Failed to remove student. Please try again.' });
    }
  }

  return { list, remove };
}
