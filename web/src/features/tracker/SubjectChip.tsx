import { memo, useLayoutEffect, useRef } from 'react';
import { findSubject } from '../../../../domain/subjects.ts';
import { SubjectName } from '../../subjects/SubjectName.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';

type SubjectChipProps = { id: string; isViewed: boolean; onView: (id: string) => void };

/** A subject one takes. Pressed, it is the one in view, and its chip is in sight. */
export const SubjectChip = memo(function SubjectChip({ id, isViewed, onView }: SubjectChipProps) {
  const chip = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const list = chip.current?.closest('ul');
    if (!isViewed || !chip.current || !list) return;
    list.scrollLeft = chip.current.offsetLeft - (list.clientWidth - chip.current.offsetWidth) / 2;
  }, [isViewed]);
  return (
    <button ref={chip} type="button" className="chip" aria-pressed={isViewed} onClick={() => onView(id)}>
      <SubjectWithDot id={id} />
    </button>
  );
});

export function SubjectWithDot({ id }: { id: string }) {
  const group = findSubject(id)?.group;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {group && <SubjectDot group={group} />}
      <SubjectName id={id} />
    </span>
  );
}
