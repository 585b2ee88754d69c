import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { pathTo } from '../../paths.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { placeInWalk } from './walk-place.ts';

/** From student to student, as the list stood from which the teacher came. Back leads to it, not through them. */
export function Walk({ id }: { id: number }) {
  const place = placeInWalk(id);
  if (!place || place.total === 1) return null;
  const { position, total, previous, next } = place;
  return (
    <nav aria-label="Students" className="flex items-center gap-1">
      <Step to={previous} title="Previous student" icon={<ChevronLeft />} />
      <span className="text-small text-ink-soft tabular-nums">
        {position} of {total}
      </span>
      <Step to={next} title="Next student" icon={<ChevronRight />} />
    </nav>
  );
}

function Step({ to, title, icon }: { to: number | undefined; title: string; icon: ReactNode }) {
  const [, navigate] = useLocation();
  return (
    <IconButton
      title={title}
      icon={icon}
      size="small"
      // Not `disabled`: at the end of the list the focus stays.
      aria-disabled={to === undefined}
      onClick={() =>
        to !== undefined &&
        // Wherever the first was opened from, Back leads there.
        navigate(pathTo('teacherStudent', { studentId: to }), { replace: true, state: window.history.state })
      }
    />
  );
}
