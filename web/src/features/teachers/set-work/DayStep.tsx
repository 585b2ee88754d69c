import type { ReactNode } from 'react';
import { LINE_MAX } from '../../../../../domain/set-work.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { counted } from '../../../format/counted.ts';
import { shownWeekday } from '../../../format/shown-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field, TextareaField } from '../../../ui/Field.tsx';
import type { GridStudent } from '../class-grid.ts';
import {
  audienceWords,
  type Draft,
  doneAlready,
  fridays,
  type Group,
  papersWords,
  type Step,
} from './set-draft.ts';

type DayStepProps = {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  students: readonly GridStudent[];
  groups: readonly Group[];
  today: string;
  onGo: (step: Step) => void;
};

/** So few characters are left that it is said. */
const COUNTED_FROM = 40;

/** What is chosen in two lines, until when, and a word to go with it. */
export function DayStep({ draft, onChange, students, groups, today, onGo }: DayStepProps) {
  const { subjectId, papers, audience, dueOn, line } = draft;
  const { thisFriday, nextFriday } = fridays(today);
  const done = doneAlready(papers, students);
  const left = audience?.kind === 'chosen' ? audience.ids.size - students.length : 0;
  const name = subjectName(subjectId);
  const [count, who] = audienceWords(audience, students, groups);
  return (
    <>
      <dl className="set-summary">
        <Line term="Papers" onChange={() => onGo('papers')}>
          {name}: {papersWords(papers)}
        </Line>
        <Line term="Students" onChange={() => onGo('students')}>
          {count}
          {who !== undefined && (
            <>
              : <bdi>{who}</bdi>
            </>
          )}
        </Line>
      </dl>
      {left > 0 && (
        <p className="text-small text-ink-soft">
          {left} of those chosen {left === 1 ? 'does' : 'do'} not take {name}.
        </p>
      )}
      <div className="set-day">
        <Field
          label="Due"
          name="due_on"
          type="date"
          required
          value={dueOn}
          hint={dueOn === '' ? undefined : shownWeekday(dueOn, 'always')}
          onChange={(event) => onChange({ dueOn: event.currentTarget.value })}
        />
        <div className="flex gap-2">
          <Button
            size="small"
            aria-pressed={dueOn === thisFriday}
            onClick={() => onChange({ dueOn: thisFriday })}
          >
            This Friday
          </Button>
          <Button
            size="small"
            aria-pressed={dueOn === nextFriday}
            onClick={() => onChange({ dueOn: nextFriday })}
          >
            Next Friday
          </Button>
        </div>
      </div>
      <TextareaField
        label="A line for the students"
        name="line"
        optional
        autoComplete="off"
        dir="auto"
        rows={2}
        maxLength={LINE_MAX}
        hint={
          LINE_MAX - line.length <= COUNTED_FROM && `${counted(LINE_MAX - line.length, 'character')} left`
        }
        value={line}
        // One line, however many it takes on the screen.
        onChange={(event) => onChange({ line: event.currentTarget.value.replaceAll(/\s*\n\s*/g, ' ') })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      <div className="text-small text-ink-soft">
        {done > 0 && (
          <p>
            {done} of {papers.length * students.length}{' '}
            {done === 1 ? 'is done already and counts' : 'are done already and count'} as done.
          </p>
        )}
        {audience?.kind === 'group' && (
          <p>
            {groups.find(({ id }) => id === audience.id)?.isRemoved
              ? 'This group has been deleted. Those who were in it keep what is set.'
              : 'New members get what is still open.'}
          </p>
        )}
      </div>
    </>
  );
}

type LineProps = { term: string; onChange: () => void; children: ReactNode };

function Line({ term, onChange, children }: LineProps) {
  return (
    <div>
      <dt className="sr-only">{term}</dt>
      <dd>{children}</dd>
      <dd>
        <button type="button" className="link" onClick={onChange}>
          Change<span className="sr-only"> {term.toLowerCase()}</span>
        </button>
      </dd>
    </div>
  );
}
