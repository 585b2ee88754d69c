import { memo } from 'react';
import { findSubject, subjectName } from '../../../../domain/subjects.ts';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { useTimezoneOverrides, useYearRange } from './state/preferences.ts';
import { completedOf, factsOf, useProgressSource, useSettledVersion } from './state/progress.ts';

type SubjectChipProps = {
  id: string;
  isViewed: boolean;
  onView: (id: string) => void;
  /** Says how it goes, besides the name. */
  withFacts: boolean;
};

/** A subject one takes. Pressed, it is the one in view. */
export const SubjectChip = memo(function SubjectChip({ id, isViewed, onView, withFacts }: SubjectChipProps) {
  const group = findSubject(id)?.group;
  return (
    <button type="button" className="chip" aria-pressed={isViewed} onClick={() => onView(id)}>
      <span className="flex min-w-0 items-center gap-2">
        {group && <SubjectDot group={group} />}
        <SubjectName id={id} />
      </span>
      {withFacts && <Facts subjectId={id} />}
    </button>
  );
});

function Facts({ subjectId }: { subjectId: string }) {
  useSettledVersion([subjectId]);
  const range = useYearRange(subjectId);
  const overrides = useTimezoneOverrides();
  const { completed, total } = useProgressSource({ subjectId, range, overrides }).read();
  const { average, lastAt } = factsOf(completedOf(subjectId));
  const facts = [
    { shown: `${completed} of ${total}`, said: `${completed} of ${total} done` },
    average !== null && { shown: `${average}%`, said: `average ${average}%` },
    lastAt !== null && { shown: daysAgo(lastAt), said: `last ${daysAgo(lastAt)}` },
  ].filter((fact) => fact !== false);
  return (
    <>
      <span className="sr-only">: {facts.map(({ said }) => said).join(', ')}</span>
      <span className="chip-facts" aria-hidden="true">
        {facts.map(({ shown }) => shown).join(' · ')}
      </span>
      <span className="chip-bar" style={{ scale: `${total === 0 ? 0 : completed / total} 1` }} />
    </>
  );
}

const midnight = (time: number) => new Date(time).setHours(0, 0, 0, 0);

/**
 * 'today', 'yesterday', '3 days ago', '2 weeks ago', '5 months ago': by the reader's calendar. Put together by hand: the
 * browser's own way to say it takes a slow phone a tenth of a second to prepare.
 */
function daysAgo(time: number, now = Date.now()): string {
  // Rounded: two midnights are 23 or 25 hours apart when the clocks change.
  const days = Math.max(0, Math.round((midnight(now) - midnight(time)) / 86_400_000));
  if (days < 2) return days === 0 ? 'today' : 'yesterday';
  if (days < 14) return `${days} days ago`;
  return days < 60 ? `${Math.floor(days / 7)} weeks ago` : `${Math.floor(days / 30)} months ago`;
}

/** A name that is too long loses its middle: what comes last tells SL from HL. */
export function SubjectName({ id }: { id: string }) {
  const name = subjectName(id);
  const level = / [SH]L$/.exec(name)?.[0] ?? '';
  return (
    <span className="flex min-w-0">
      <span className="truncate">{name.slice(0, name.length - level.length)}</span>
      <span className="shrink-0 whitespace-pre">{level}</span>
    </span>
  );
}
