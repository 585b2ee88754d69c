import { useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { completionKey } from '../../../../../domain/completion-key.ts';
import { shownName } from '../../../../../domain/shown-name.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { counted } from '../../../format/counted.ts';
import { pathTo } from '../../../paths.ts';
import { Card } from '../../../ui/Card.tsx';
import { cx } from '../../../ui/cx.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { columnName } from '../class-grid.ts';
import { PaperTile } from '../GridCell.tsx';
import { rememberWalk } from '../walk-place.ts';
import { openedFrom } from '../way-back.ts';
import { shortPaper, sittingsOf } from './set-draft.ts';
import { countStandings, type Standing, standingOf } from './set-students.ts';
import type { OneSet } from './useSets.ts';
import '../grid.css';
import './set-work.css';

/** Which students stand on paper, where no chip says it. */
const ONLY: Record<Standing, string> = {
  missing: 'with papers missing',
  late: 'with papers done late',
  done: 'who did everything on time',
};

/** Its students against its papers, as in the class grid. */
export default function SetTable({ set }: { set: OneSet }) {
  const [only, setOnly] = useState<Standing>();
  const { students, papers, subject_id: subjectId } = set;
  const counts = countStandings(students);
  const shown = useMemo(
    () => students.filter((student) => only === undefined || standingOf(student) === only),
    [students, only],
  );
  useEffect(() => rememberWalk(shown), [shown]);
  const sittings = sittingsOf(papers);
  const name = subjectName(subjectId);
  const caption = `${name}, set papers: ${counted(shown.length, 'student')}`;
  return (
    <Card flush className="set-card">
      <div className="set-standings px-4 py-3 sm:px-5 print:hidden">
        <Segments
          label="Students"
          items={[
            { id: 'all', label: 'All', count: students.length },
            { id: 'missing', label: 'Missing', count: counts.missing },
            { id: 'late', label: 'Late', count: counts.late },
            { id: 'done', label: 'Done', count: counts.done },
          ]}
          value={only ?? 'all'}
          onChange={(id) => setOnly(id === 'all' ? undefined : id)}
        />
      </div>
      {only !== undefined && (
        <p className="set-only">
          {shown.length} of {counted(students.length, 'student')}: those {ONLY[only]}
        </p>
      )}
      {shown.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-center text-ink-soft">
          {students.length === 0 ? 'It is not set for anyone at the moment.' : 'No students.'}
        </p>
      ) : (
        <section
          aria-label={caption}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
          tabIndex={0}
          className="class-grid set-table"
        >
          <table>
            <caption className="sr-only">{caption}</caption>
            <colgroup>
              <col className="grid-name" />
              {papers.map((key) => (
                <col key={key} className="grid-paper" />
              ))}
            </colgroup>
            <thead>
              <tr>
                <th scope="col" rowSpan={2}>
                  Student
                </th>
                {sittings.map(({ name: sitting, papers: own }) => (
                  <th key={sitting} scope="colgroup" colSpan={own.length} className="grid-sitting">
                    <span>{sitting}</span>
                  </th>
                ))}
              </tr>
              <tr>
                {sittings.map(({ papers: own }) =>
                  own.map((paper, index) => (
                    <th
                      key={completionKey(paper)}
                      scope="col"
                      className={cx('grid-paper', index === 0 && 'grid-first')}
                    >
                      <span className="sr-only">{columnName(paper)}</span>
                      <span aria-hidden="true">{shortPaper(paper)}</span>
                    </th>
                  )),
                )}
              </tr>
            </thead>
            <tbody>
              {shown.map((student) => (
                <tr key={student.id}>
                  {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the name is in the link */}
                  <th scope="row">
                    <Link
                      href={pathTo('teacherStudent', { studentId: student.id })}
                      state={openedFrom(pathTo('teacherSet', { setId: set.id }))}
                      title={`${shownName(student)}, ${student.email}`}
                    >
                      <bdi>{shownName(student)}</bdi>
                    </Link>
                  </th>
                  {student.takes_subject ? (
                    sittings.map(({ papers: own }) =>
                      own.map((paper, index) => {
                        const key = completionKey(paper);
                        return <PaperCell key={key} paper={student.papers[key]} isFirst={index === 0} />;
                      }),
                    )
                  ) : (
                    <td colSpan={papers.length} className="set-dropped">
                      No longer takes {name}.
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

type PaperCellProps = {
  paper: OneSet['students'][number]['papers'][string] | undefined;
  isFirst: boolean;
};

function PaperCell({ paper, isFirst }: PaperCellProps) {
  const { state, score } = paper ?? { state: 'to_do' as const, score: null };
  const isDone = state === 'done' || state === 'late';
  return (
    <td className={cx(isFirst && 'grid-first')}>
      <PaperTile
        score={isDone ? score : undefined}
        state={state}
        open={<span>{state === 'overdue' ? 'Overdue' : 'To do'}</span>}
      >
        {state === 'late' && <span className="sr-only">, late</span>}
      </PaperTile>
    </td>
  );
}
