import { useMemo } from 'react';
import { type Activity, activityOf } from '../../../../../domain/activity.ts';
import { cx } from '../../../ui/cx.ts';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { useFromTeachers } from '../state/from-teachers.ts';
import { usePace } from '../state/pace.ts';
import { completedOf, timesOf, useSettledVersion } from '../state/progress.ts';
import { TickSeveral } from '../TickSeveral.tsx';
import { PacePart } from './PacePart.tsx';
import { useIsPaceShown } from './plan.ts';
import { ScoreTrend } from './ScoreTrend.tsx';
import { SubjectFacts } from './SubjectFacts.tsx';
import { YearMap } from './YearMap.tsx';
import './overview.css';

/** With fewer papers than these, a year of days is a grey block. */
const NEWCOMER = 5;

type OverviewProps = { subjects: readonly string[]; subjectId: string; onView: (id: string) => void };

/** How all subjects go, the year, and how the scores of the subject in view develop. All from what the page has anyway. */
export default function Overview({ subjects, subjectId, onView }: OverviewProps) {
  const isWide = useMediaQuery('(min-width: 48rem) and (min-height: 30rem)');
  const weeksOff = useWeeksOff();
  const { activity, count } = useActivity(weeksOff);
  const given = useFromTeachers();
  const isPaceShown = useIsPaceShown();
  return (
    <div className={cx('overview-parts', isPaceShown && 'with-pace')}>
      <div className="overview-lead">
        {given && <given.WhatNext subjects={subjects} subjectId={subjectId} onView={onView} />}
        <SubjectFacts subjects={subjects} />
      </div>
      {isPaceShown && <PacePart subjects={subjects} subjectId={subjectId} />}
      {count < NEWCOMER ? (
        <section aria-label="Your year" className="overview-invitation">
          <p>Tick what you have done, with its date, and your year fills up here.</p>
          <TickSeveral />
        </section>
      ) : (
        <>
          <YearMap activity={activity} weeksOff={weeksOff} isWide={isWide} />
          <ScoreTrend subjectId={subjectId} />
        </>
      )}
    </div>
  );
}

function useWeeksOff(): ReadonlySet<string> {
  const { weeks_off } = usePace();
  return useMemo(() => new Set(weeks_off), [weeks_off]);
}

/** Of everything that was done, also in subjects that are no longer taken: a year of work is one year. */
function useActivity(weeksOff: ReadonlySet<string>): { activity: Activity; count: number } {
  const version = useSettledVersion();
  return useMemo(
    () => {
      const records = completedOf();
      const times = records.flatMap(timesOf);
      return { activity: activityOf(times, new Date(), weeksOff), count: records.length };
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the records
    [version, weeksOff],
  );
}
