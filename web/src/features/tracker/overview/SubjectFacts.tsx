import { cx } from '../../../ui/cx.ts';
import { SubjectWithDot } from '../SubjectChip.tsx';
import { completedOf, factsOf, useProgressSource, useSettledVersion } from '../state/progress.ts';

/** Each subject in a line: how far, how well, when last. */
export function SubjectFacts({ subjects }: { subjects: readonly string[] }) {
  // More than a diploma has: they scroll in the room there is, by keys too.
  const isLong = subjects.length > 6;
  return (
    <section
      aria-label="All subjects"
      className={cx('subject-facts', isLong && 'overflow-y-auto')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={isLong ? 0 : undefined}
    >
      <table>
        <thead className="sr-only">
          <tr>
            <th scope="col">Subject</th>
            <th scope="col">Done</th>
            <th scope="col">Average</th>
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map((id) => (
            <Facts key={id} subjectId={id} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Facts({ subjectId }: { subjectId: string }) {
  useSettledVersion(subjectId);
  const { completed, total } = useProgressSource(subjectId).read();
  const { average, lastAt } = factsOf(completedOf(subjectId));
  return (
    <tr>
      <th scope="row">
        <SubjectWithDot id={subjectId} />
      </th>
      <td>
        {completed} of {total}
      </td>
      <td>{average !== null && `${average}%`}</td>
      <td>{lastAt !== null && daysAgo(lastAt)}</td>
    </tr>
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
