import { useMemo } from 'react';
import { weekOf } from '../../../../../domain/activity.ts';
import { isoDay } from '../../../../../domain/days.ts';
import {
  goalWords,
  isSessionOpen,
  type Pace,
  paceWords,
  ratePerWeek,
  recentWeeks,
  weeksLeft,
} from '../../../../../domain/pace.ts';
import { useSession } from '../../../session/session.ts';
import { usePace } from '../state/pace.ts';
import { useCountedQuestions } from '../state/preferences.ts';
import { completedOf, createProgress, timesOf, useSettledVersion } from '../state/progress.ts';

/** What is said about the pace, worked out from the records of the moment. */

export const isNamed = ({ session }: Pace): boolean => isSessionOpen(session, new Date());

/** A teacher who tries the tracker has no exams. */
export function useIsPaceShown(): boolean {
  const pace = usePace();
  const session = useSession();
  const isTeacher = session.status === 'user' && session.user.role === 'teacher';
  return !isTeacher && (isNamed(pace) || !pace.not_now);
}

interface PaceLines {
  subject: string;
  all: string;
  /** About this week. */
  week: string | undefined;
}

export function usePaceLines(subjects: readonly string[], subjectId: string): PaceLines {
  const pace = usePace();
  const version = useSettledVersion();
  const questions = useCountedQuestions(subjects);
  const progress = useMemo(
    () => questions.map((question) => ({ id: question.subjectId, ...createProgress(question) })),
    [questions],
  );
  return useMemo(
    () => linesOf(progress, subjectId, pace),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for the records
    [progress, subjectId, pace, version],
  );
}

type Source = Pick<ReturnType<typeof createProgress>, 'read'> & { id: string };

function linesOf(progress: readonly Source[], subjectId: string, pace: Pace): PaceLines {
  const now = new Date();
  const weeks = weeksLeft(pace, now);
  const taken = progress.map(({ id, read }) => {
    const { total, completed } = read();
    // Done again, a paper is not one less that is left.
    const times = completedOf(id).flatMap((record) => timesOf(record)[0] ?? []);
    return { id, left: total - completed, times };
  });
  const times = taken.flatMap((subject) => subject.times);
  // Of all subjects: in the same weeks one that has not been begun is at rest.
  const recent = recentWeeks(times, pace.weeks_off, now);
  const own = taken.find(({ id }) => id === subjectId);
  const left = taken.reduce((sum, subject) => sum + subject.left, 0);
  return {
    subject: paceWords({ left: own?.left ?? 0, weeks, rate: ratePerWeek(own?.times ?? [], recent) }),
    all: paceWords({ left, weeks, rate: ratePerWeek(times, recent) }),
    // Of this week all work counts, also what was done again.
    week: left === 0 || weeks === 0 ? undefined : weekWords(completedOf().flatMap(timesOf), pace, now),
  };
}

/** Nothing, unless the student has chosen a goal, or this week off. */
function weekWords(times: readonly number[], { goal, weeks_off }: Pace, now: Date): string | undefined {
  const thisWeek = weekOf(now.getTime());
  if (weeks_off.includes(isoDay(new Date(thisWeek)))) return 'This week is off.';
  if (goal === null) return undefined;
  return goalWords(times.filter((time) => weekOf(time) === thisWeek).length, goal);
}
