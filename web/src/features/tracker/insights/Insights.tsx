import { X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Activity, activityOf } from '../../../../../domain/activity.ts';
import { Accordion } from '../../../ui/Accordion.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { completedOf, useSettledVersion } from '../state/progress.ts';
import { NextPapers } from './NextPapers.tsx';
import { ScoreTrend } from './ScoreTrend.tsx';
import { streakWords, YearMap } from './YearMap.tsx';
import './insights.css';

type InsightsProps = { subjects: readonly string[]; subjectId: string; onHide: () => void };

/** The year, how the scores of the subject in view develop, and what to do next. All from what the page has anyway. */
export default function Insights({ subjects, subjectId, onHide }: InsightsProps) {
  const isWide = useMediaQuery('(min-width: 48rem) and (min-height: 30rem)');
  const activity = useActivity(subjects);
  // What is folded away on a phone, also a lying one, is not drawn: a year is hundreds of squares.
  const [isOpen, setOpen] = useState(false);
  const parts = (isWide || isOpen) && (
    <>
      <YearMap activity={activity} isWide={isWide} />
      <ScoreTrend subjectId={subjectId} />
      <NextPapers subjectId={subjectId} />
    </>
  );
  if (!isWide)
    return (
      <Accordion
        title="Overview"
        meta={<span className="text-small text-ink-soft">{inShort(activity)}</span>}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <div className="grid gap-5">{parts}</div>
        <button type="button" className="mt-4 min-h-11 text-small text-ink-soft underline" onClick={onHide}>
          Hide overview
        </button>
      </Accordion>
    );
  return (
    <div className="insights-wide">
      {parts}
      <IconButton
        title="Hide overview"
        size="small"
        icon={<X />}
        className="insights-hide"
        onClick={onHide}
      />
    </div>
  );
}

/** Of all subjects together: a year of work is one year. */
function useActivity(subjects: readonly string[]): Activity {
  const version = useSettledVersion(subjects);
  return useMemo(
    () =>
      activityOf(
        completedOf(...subjects).flatMap(({ completedAt }) => completedAt ?? []),
        new Date(),
      ),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the records
    [subjects, version],
  );
}

function inShort({ streak, total }: Activity): string {
  if (streak > 1) return streakWords(streak);
  return total === 1 ? '1 paper' : `${total} papers`;
}
