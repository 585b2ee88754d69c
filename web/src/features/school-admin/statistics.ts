import type { Output } from '../../../../contract/index.ts';
import { SCORE_BANDS } from '../../../../domain/school-dashboard.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import type { Cell } from '../../format/csv.ts';

export type Statistics = Output<'GET /schooladmin/dashboard/statistics'>;
export type SubjectStatistics = Statistics['subject_stats'][number] & { name: string };

/** By the name that is shown; the server knows subjects by their ids. */
export function byDisplayName(stats: Statistics['subject_stats']): SubjectStatistics[] {
  return stats
    .map((subject) => ({ ...subject, name: subjectName(subject.subject_id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** '126 of 300'. */
export const activeStudents = ({ active_users: active, students }: Statistics) =>
  `${formatCount(active)} of ${formatCount(students)}`;

export const formatCount = (count: number) => count.toLocaleString('en-US');

/** To one decimal, '71.3%'. */
export const formatScore = (score: number | null) => (score === null ? 'N/A' : `${score.toFixed(1)}%`);

/** '0–19%' to '80–100%'. */
export const BANDS = Array.from({ length: SCORE_BANDS }, (_, band) => {
  const width = 100 / SCORE_BANDS;
  return `${band * width}–${band === SCORE_BANDS - 1 ? 100 : (band + 1) * width - 1}%`;
});

const toOneDecimal = (score: number | null) => (score === null ? null : Number(score.toFixed(1)));

/** The page as a file: three tables below each other, as a spreadsheet shows them. */
export function statisticsCells(statistics: Statistics): Cell[][] {
  return [
    ['Total Papers Completed', statistics.completed_papers],
    ['Average Score', toOneDecimal(statistics.avg_score)],
    ['Active Students', statistics.active_users],
    ['Students', statistics.students],
    [],
    ['Month', 'Papers Completed'],
    ...statistics.monthly_trend.map(({ month, completed }) => [month, completed]),
    [],
    ['Subject', 'Papers Completed', 'Average Score', 'Set Work Done', 'Set Work', ...BANDS],
    ...byDisplayName(statistics.subject_stats).map((subject) => [
      subject.name,
      subject.completed_papers,
      toOneDecimal(subject.avg_score),
      subject.set_done,
      subject.set_total,
      ...subject.bands,
    ]),
  ];
}
