import type { Output } from '../../../../../contract/index.ts';
import { type PaperId, parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { dayAfter } from '../../../../../domain/days.ts';
import { paperLabel } from '../../../../../domain/papers.ts';
import { keysThatCount, MAX_SET_PAPERS } from '../../../../../domain/set-work.ts';
import { shownName } from '../../../../../domain/shown-name.ts';
import { counted } from '../../../format/counted.ts';

export { MAX_SET_PAPERS };

export const NO_SUCH_SET = 'There is no such set work. It may have been withdrawn.';

/** What a teacher is about to set, or to change. */

export type Group = Pick<Output<'GET /teachers/groups'>['groups'][number], 'id' | 'name' | 'students'> & {
  /** It is there only because what is changed was set for it. */
  isRemoved?: boolean;
};

export type ChosenAudience =
  | { kind: 'everyone' }
  | { kind: 'group'; id: number }
  | { kind: 'chosen'; ids: ReadonlySet<number> };

/** What is known when the dialog opens. */
export interface SetStart {
  subjectId?: string;
  papers?: readonly string[];
  audience?: ChosenAudience;
  line?: string;
  /** Set work that is being changed. Its group may have been removed since, and its students may have dropped the subject. */
  changes?: { id: string; dueOn: string; group: Group | undefined };
}

export interface Draft {
  subjectId: string;
  papers: readonly string[];
  audience: ChosenAudience | undefined;
  dueOn: string;
  line: string;
}

const STEPS = ['papers', 'students', 'day'] as const;
export type Step = (typeof STEPS)[number];

export const draftOf = (start: SetStart, subjects: readonly string[], today: string): Draft => ({
  subjectId: start.subjectId ?? subjects[0] ?? '',
  papers: start.papers ?? [],
  audience: start.audience,
  dueOn: start.changes?.dueOn ?? dayAfter(today, 7),
  line: start.line ?? '',
});

/** The first that is not known yet. */
export function firstStep({ papers, audience }: SetStart): Step {
  if (!papers) return 'papers';
  return audience ? 'day' : 'students';
}

/** What is known already is passed by. */
export const nextStep = (step: Step, { audience }: Draft): Step =>
  step === 'papers' && !audience ? 'students' : 'day';

export const stepBefore = (step: Step): Step | undefined => STEPS[STEPS.indexOf(step) - 1];

/** The way through the steps with one more; one that it has passed is gone back to. */
export const goTo = (trail: readonly Step[], to: Step): Step[] => {
  const at = trail.indexOf(to);
  return at < 0 ? [...trail, to] : trail.slice(0, at + 1);
};

/** This Friday, which may be today, and the one after. */
export function fridays(today: string): { thisFriday: string; nextFriday: string } {
  const FRIDAY = 5;
  const weekday = new Date(`${today}T00:00Z`).getUTCDay();
  const thisFriday = dayAfter(today, (FRIDAY - weekday + 7) % 7);
  return { thisFriday, nextFriday: dayAfter(thisFriday, 7) };
}

/** Of those who take the subject, whom it is for. */
export function studentsOf<S extends { id: number }>(
  audience: ChosenAudience | undefined,
  takers: readonly S[],
  groups: readonly Group[],
): readonly S[] {
  if (audience?.kind === 'everyone') return takers;
  const ids =
    audience?.kind === 'group'
      ? new Set(groups.find(({ id }) => id === audience.id)?.students)
      : audience?.ids;
  return takers.filter(({ id }) => ids?.has(id));
}

/** How many of the papers times the students are done already. */
export function doneAlready(
  papers: readonly string[],
  students: readonly { completion: Readonly<Record<string, unknown>> }[],
): number {
  const records = papers.map((key) => {
    const paper = parseCompletionKey(key);
    return paper ? keysThatCount(paper) : [key];
  });
  let done = 0;
  for (const { completion } of students)
    for (const keys of records) if (keys.some((key) => key in completion)) done += 1;
  return done;
}

/** The papers by their sittings, 'May 2024', in the order in which they come. */
export function sittingsOf(keys: readonly string[]): { name: string; papers: PaperId[] }[] {
  const sittings = new Map<string, PaperId[]>();
  for (const key of keys) {
    const paper = parseCompletionKey(key);
    if (!paper) continue;
    const name = `${paper.session.slice(0, 3)} ${paper.year}`;
    sittings.set(name, [...(sittings.get(name) ?? []), paper]);
  }
  return Array.from(sittings, ([name, papers]) => ({ name, papers }));
}

/** 'May 2024 P1, P2 TZ1; Nov 2023 P1'. */
export const papersWords = (keys: readonly string[]): string =>
  sittingsOf(keys)
    .map(({ name, papers }) => `${name} ${papers.map(shortPaper).join(', ')}`)
    .join('; ');

/** 'P1 TZ2', in one piece. */
export const shortPaper = ({ paper, timezone }: Pick<PaperId, 'paper' | 'timezone'>): string =>
  [paper === 'essay' ? 'Essay' : `P${paperLabel(paper).slice(-1)}`, timezone].filter(Boolean).join('\u00a0');

/** '24 students', and who they are: '12B Physics'. */
export function audienceWords(
  audience: ChosenAudience | undefined,
  students: readonly Parameters<typeof shownName>[0][],
  groups: readonly Group[],
): [count: string, who: string | undefined] {
  const count = counted(students.length, 'student');
  if (audience?.kind === 'everyone') return [count, 'everyone who takes it'];
  if (audience?.kind === 'group') return [count, groups.find(({ id }) => id === audience.id)?.name];
  const [first, ...others] = students;
  return [count, first && others.length === 0 ? shownName(first) : undefined];
}

/** 'Set 3 papers for 24 students'. */
export const setWords = (papers: number, students: number): string =>
  `Set ${counted(papers, 'paper')} for ${counted(students, 'student')}`;

/** As the server is told. `known` are the students who may be named: those who take the subject, and who were chosen before. */
export function bodyOf({ subjectId, papers, audience, dueOn, line }: Draft, known: ReadonlySet<number>) {
  return {
    subject_id: subjectId,
    papers: papers.flatMap((key) => {
      const paper = parseCompletionKey(key);
      if (!paper) return [];
      const { year, session, paper: name, timezone } = paper;
      return { year, session, paper: name, timezone };
    }),
    audience: audience?.kind ?? ('everyone' as const),
    group_id: audience?.kind === 'group' ? audience.id : null,
    student_ids: audience?.kind === 'chosen' ? [...audience.ids].filter((id) => known.has(id)) : [],
    due_on: dueOn,
    line: line.trim() || null,
  };
}
