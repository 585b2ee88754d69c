import type { Output } from '../../../../contract/index.ts';
import { completionKey, type PaperId, parseCompletionKey } from '../../../../domain/completion-key.ts';
import { paperLabel, type WhichPapers, whyNotSet } from '../../../../domain/papers.ts';
import { type Progress, progressOf } from '../../../../domain/progress.ts';
import { averageScore } from '../../../../domain/scores.ts';
import { counted } from '../../format/counted.ts';
import { shownWeekday } from '../../format/shown-date.ts';
import type { ChosenPapers } from '../../papers/papers-range.ts';

export type StudentDetail = Output<'GET /teachers/students/{id}'>;

export type Again = StudentDetail['again'][string];

/** '3 attempts, best 84%' */
export const againWords = ({ attempts, best_score: best }: Again): string =>
  `${attempts} attempts${best === null ? '' : `, best ${best}%`}`;

export type TrackedPaper = PaperId & {
  key: string;
  label: string;
  /** Why it does not count, where only papers that were set do. */
  notSet: string | undefined;
  isCompleted: boolean;
  score: number | null;
  /** Where it was done more than once. */
  again: Again | undefined;
  /** How many files of it the student shares. */
  files: number;
  /** How many words of the student's are new; undefined where neither has written any. */
  unread: number | undefined;
  /** The day for which it is set, while it is not done. */
  setFor: string | undefined;
  isOverdue: boolean;
};

export type SubjectProgress = {
  /** Those of the chosen years. */
  papers: TrackedPaper[];
  /** How many there are of other years. */
  others: number;
  /** As the student's own tracker counts, over the chosen years. */
  progress: Progress;
  /** Of their scores, in whole per cent; null where none was entered. */
  average: number | null;
  lastActivity: string | null;
};

/** The subjects that the student takes and the teacher teaches, in the student's order. */
export const sharedSubjects = ({ subjects, teacher_subjects }: StudentDetail): string[] =>
  subjects.filter((id) => teacher_subjects.includes(id));

export function subjectProgress(
  detail: StudentDetail,
  subjectId: string,
  { range, which }: ChosenPapers,
): SubjectProgress {
  const all = trackedPapers(detail, subjectId, which);
  const papers = all.filter(
    ({ year, setFor }) => setFor !== undefined || (year >= range.startYear && year <= range.endYear),
  );
  return {
    papers,
    others: all.length - papers.length,
    progress: progressOf({
      subjectId,
      range,
      which,
      overrides: detail.timezone_overrides,
      sits: detail.sits,
      isCompleted: (paperId) => detail.completion[completionKey(paperId)]?.is_completed ?? false,
    }),
    average: averageScore(papers.flatMap(({ score }) => score ?? [])),
    lastActivity: detail.last_activity[subjectId] ?? null,
  };
}

/** Set papers that are not done, each with its earliest day. */
function openSet(set: StudentDetail['set']) {
  const open = new Map<string, { setFor: string; isOverdue: boolean }>();
  for (const { due_on: day, papers } of set)
    for (const [key, state] of Object.entries(papers))
      if (!isDone(state) && day < (open.get(key)?.setFor ?? '9'))
        open.set(key, { setFor: day, isOverdue: state === 'overdue' });
  return open;
}

const isDone = (state: StudentDetail['set'][number]['papers'][string]) =>
  state === 'done' || state === 'late';

/** 'Set: 3 papers due Fri 20 Nov, 1 done', once for each piece of set work of the subject. */
export function setLines(detail: Pick<StudentDetail, 'set'>, subjectId: string) {
  return detail.set
    .filter(({ subject_id }) => subject_id === subjectId)
    .map(({ set_id: id, due_on: day, papers }) => {
      const states = Object.values(papers);
      const done = states.filter(isDone).length;
      const overdue = states.filter((state) => state === 'overdue').length;
      const words = `${counted(states.length, 'paper')} due ${shownWeekday(day)}, ${done} done`;
      return { id, words, overdue };
    });
}

const NOT_TRACKED = { is_completed: false, score: null };

/** Newest year first, then by the session's name, then by paper. */
function trackedPapers(
  { completion, again, files, set, words }: StudentDetail,
  subjectId: string,
  which: WhichPapers,
): TrackedPaper[] {
  const open = openSet(set);
  return [...new Set([...Object.keys(completion), ...open.keys(), ...Object.keys(words)])]
    .flatMap((key) => {
      const { is_completed: isCompleted, score } = completion[key] ?? NOT_TRACKED;
      const paperId = parseCompletionKey(key);
      if (paperId?.subjectId !== subjectId) return [];
      const zone = paperId.timezone === null ? '' : ` (${paperId.timezone})`;
      const label = `${paperLabel(paperId.paper)}${zone}`;
      const notSet = whyNotSet(paperId, which);
      const { setFor, isOverdue = false } = open.get(key) ?? {};
      const more = { again: again[key], files: files[key] ?? 0, setFor, isOverdue, unread: words[key] };
      return { ...paperId, key, label, notSet, isCompleted, score, ...more };
    })
    .toSorted(
      (a, b) => b.year - a.year || a.session.localeCompare(b.session) || order(a).localeCompare(order(b)),
    );
}

// The essay after the numbered papers, as in the tracker.
const order = ({ paper, timezone }: PaperId) => `${paper === 'essay' ? 'z' : paper}${timezone ?? ''}`;
