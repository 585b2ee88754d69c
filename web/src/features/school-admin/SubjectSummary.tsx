import type { Output } from '../../../../contract/index.ts';
import { findSubject, subjectName } from '../../../../domain/subjects.ts';
import { cx } from '../../ui/cx.ts';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { setWords } from './user-words.ts';
import './subject-summary.css';

type Summary = Output<'GET /schooladmin/dashboard/students/{id}'>['summary'];

/** How a student is doing, subject by subject; on a phone each is a card of two lines. */
export function SubjectSummary({ subjects }: { subjects: Summary }) {
  return (
    <div role="table" aria-label="Subjects">
      <div role="rowgroup" className="border-b border-line max-sm:sr-only">
        <div role="row" className="subject-line px-4 pb-2 text-small font-medium text-ink-soft sm:px-5">
          {['Subject', 'Done', 'Average', 'Last five scores', 'Set work'].map((words) => (
            <span key={words} role="columnheader">
              {words}
            </span>
          ))}
        </div>
      </div>
      <div role="rowgroup" className="divide-y divide-line">
        {subjects.map((subject) => (
          <SubjectRow key={subject.subject_id} subject={subject} />
        ))}
      </div>
    </div>
  );
}

function SubjectRow({ subject }: { subject: Summary[number] }) {
  const { subject_id: id, done, total, average, scores } = subject;
  const group = findSubject(id)?.group;
  const set = setWords(subject);
  return (
    <div role="row" className="subject-line px-4 py-2.5 tabular-nums sm:px-5">
      <span role="cell" className="flex min-w-0 items-baseline gap-2.5 font-medium">
        {group && <SubjectDot group={group} className="-translate-y-px print:mr-1.5" />}
        <span className="min-w-0 wrap-anywhere">{subjectName(id)}</span>
      </span>
      <span role="cell">
        {done} of {total}
      </span>
      <span role="cell">
        <Label>Average</Label>
        {average === null ? '-' : `${average}%`}
      </span>
      <span role="cell">
        <Label>Last</Label>
        {scores.length === 0 ? '-' : scores.join(' ')}
      </span>
      <span role="cell" className={cx(set === '-' && 'max-sm:hidden')}>
        <Label>Set work</Label>
        {set}
      </span>
    </div>
  );
}

/** In a card nothing stands above the figure. */
const Label = ({ children }: { children: string }) => (
  <span className="text-ink-soft sm:hidden print:hidden" aria-hidden="true">
    {children}{' '}
  </span>
);
