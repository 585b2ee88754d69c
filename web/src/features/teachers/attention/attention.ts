import type { AttentionStudent } from '../../../../../contract/attention.ts';
import { shownName } from '../../../../../domain/shown-name.ts';
import { useApiQuery } from '../../../api/query.ts';
import { counted } from '../../../format/counted.ts';
import { shownWeekday } from '../../../format/shown-date.ts';
import type { Student } from '../useStudents.ts';

/** Asked for whenever the list is opened: a tick or a day may have changed it. */
export const useAttention = () => useApiQuery('GET /teachers/attention', {}, { staleTime: 0 });

/** One of the reasons, with those it is about. */
export interface AttentionLine {
  id: 'overdue' | 'scores' | 'idle';
  title: string;
  students: { id: number; name: string; reason: string }[];
}

export interface Attention {
  /** How many students need attention. */
  count: number;
  /** Only those with somebody, in the order in which they are shown. */
  lines: AttentionLine[];
  /** By name, each with the day until which: 'until Wed 25 Nov'. */
  setAside: { id: number; name: string; until: string }[];
}

type Reasons = Record<AttentionLine['id'], (student: AttentionStudent) => string | undefined>;

const REASONS: Reasons = {
  overdue: ({ overdue }) =>
    overdue ? `${counted(overdue.papers, 'paper')} overdue since ${shownWeekday(overdue.since)}` : undefined,
  scores: ({ scores_down: points }) =>
    points === null ? undefined : `Last three scores ${points} below the three before`,
  idle: ({ idle }) =>
    idle?.days === null ? 'Nothing done yet' : idle ? `Nothing done for ${idle.days} days` : undefined,
};

const TITLES: [AttentionLine['id'], string][] = [
  ['overdue', 'Set work overdue'],
  ['scores', 'Scores going down'],
  ['idle', 'Nothing done for 14 days'],
];

/** Of those who are shown, by name: nobody is ranked. */
export function attentionOf(
  needing: readonly AttentionStudent[],
  shown: readonly Pick<Student, 'id' | 'name' | 'email'>[],
): Attention {
  const names = new Map(shown.map((student) => [student.id, shownName(student)]));
  const here = needing
    .filter(({ id }) => names.has(id))
    .map((student) => ({ student, name: names.get(student.id) ?? '' }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.student.id - b.student.id);
  const now = here.filter(({ student }) => student.set_aside_until === null);
  const lines = TITLES.map(([id, title]) => ({
    id,
    title,
    students: now.flatMap(({ student, name }) => {
      const reason = REASONS[id](student);
      return reason === undefined ? [] : { id: student.id, name, reason };
    }),
  }));
  return {
    count: now.length,
    lines: lines.filter(({ students }) => students.length > 0),
    setAside: here.flatMap(({ student: { id, set_aside_until: until }, name }) =>
      until === null ? [] : { id, name, until: `until ${shownWeekday(until)}` },
    ),
  };
}

/** 'Ana Ruiz and 3 more'. */
export function whoOf({ students: [first, ...others] }: AttentionLine): string {
  return others.length === 0 ? (first?.name ?? '') : `${first?.name} and ${others.length} more`;
}
