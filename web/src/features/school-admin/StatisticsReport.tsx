import { ChartLine, Download } from 'lucide-react';
import { Link } from 'wouter';
import { findSubject } from '../../../../domain/subjects.ts';
import { downloadCsv } from '../../format/csv.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { scoreClass } from '../../ui/score-class.ts';
import { Table } from '../../ui/Table.tsx';
import { usePrinting } from '../../ui/usePrinting.ts';
import { addressOfUsers } from './dashboard-view.ts';
import { ScoreBands } from './ScoreBands.tsx';
import { StatisticsLayout } from './StatisticsLayout.tsx';
import {
  activeStudents,
  byDisplayName,
  formatCount,
  formatScore,
  type Statistics,
  statisticsCells,
} from './statistics.ts';
import { TrendChart } from './TrendChart.tsx';

const formatMoment = (moment: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(moment);

/** The school in figures: on the screen, on paper and as a file. */
export function StatisticsReport({ statistics, asOf }: { statistics: Statistics; asOf: Date }) {
  const printing = usePrinting();
  const { monthly_trend: months, subject_stats: subjects } = statistics;
  return (
    <StatisticsLayout
      asOf={`As of ${formatMoment(asOf)}`}
      actions={
        <>
          <Button
            size="small"
            icon={<Download className="size-4" aria-hidden="true" />}
            onClick={() =>
              downloadCsv(`statistics-${asOf.toISOString().slice(0, 10)}.csv`, statisticsCells(statistics))
            }
          >
            Download CSV
          </Button>
          <PrintButton />
        </>
      }
      figures={[
        formatCount(statistics.completed_papers),
        formatScore(statistics.avg_score),
        activeStudents(statistics),
      ]}
      trend={
        months.length === 0 ? (
          <EmptyState
            icon={<ChartLine />}
            hint="The line begins with the first paper that a student ticks."
            className="h-73 justify-center"
          >
            No papers completed yet.
          </EmptyState>
        ) : (
          <TrendChart months={months} printing={printing} />
        )
      }
      subjects={
        subjects.length === 0 ? (
          <p className="px-4 pt-1 pb-5 text-ink-soft sm:px-5">No papers completed yet.</p>
        ) : (
          <SubjectTable subjects={subjects} />
        )
      }
    />
  );
}

function SubjectTable({ subjects }: { subjects: Statistics['subject_stats'] }) {
  return (
    <Table caption="Subject Statistics">
      <thead>
        <tr>
          <th scope="col">Subject</th>
          <th scope="col" className="number max-sm:pl-1 max-sm:whitespace-normal">
            Papers Completed
          </th>
          <th scope="col" className="number max-sm:pl-1 max-sm:whitespace-normal">
            Average Score
          </th>
          <th scope="col" className="number max-sm:hidden">
            Set work
          </th>
          <th scope="col" className="max-sm:hidden">
            Scores
          </th>
        </tr>
      </thead>
      <tbody>
        {byDisplayName(subjects).map(
          ({ subject_id: id, name, completed_papers: papers, avg_score: score, bands, ...set }) => {
            const group = findSubject(id)?.group;
            const setWork = `${formatCount(set.set_done)} of ${formatCount(set.set_total)}`;
            return (
              <tr key={id}>
                <th scope="row" className="w-full max-sm:min-w-0 max-sm:pr-1">
                  <span className="flex items-baseline gap-2.5">
                    {group && <SubjectDot group={group} className="-translate-y-px" />}
                    <Link href={addressOfUsers({ subject: id })} className="link">
                      {name}
                    </Link>
                  </span>
                  {/* A phone has no room for their columns. */}
                  <span className="grid justify-items-start gap-1 text-small font-normal sm:hidden">
                    {set.set_total > 0 && <span>Set work {setWork}</span>}
                    <ScoreBands of={name} bands={bands} />
                  </span>
                </th>
                <td className="number max-sm:pl-1">{formatCount(papers)}</td>
                <td className="number max-sm:pl-1">
                  {score === null ? (
                    <span className="px-2 text-ink-soft">N/A</span>
                  ) : (
                    <span className={cx('rounded-sm px-2 py-1', scoreClass(score))}>
                      {formatScore(score)}
                    </span>
                  )}
                </td>
                <td className="number max-sm:hidden">
                  {set.set_total === 0 ? <span className="text-ink-soft">-</span> : setWork}
                </td>
                <td className="max-sm:hidden">
                  <ScoreBands of={name} bands={bands} />
                </td>
              </tr>
            );
          },
        )}
      </tbody>
    </Table>
  );
}
