import { useId, useState } from 'react';
import { shownName } from '../../../../../domain/shown-name.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { SearchField } from '../../../lists/SearchField.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import type { GridStudent } from '../class-grid.ts';
import { matching } from '../student-rows.ts';
import { type ChosenAudience, type Draft, type Group, studentsOf } from './set-draft.ts';

type StudentsStepProps = {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  takers: readonly GridStudent[];
  groups: readonly Group[];
};

const NOBODY: ReadonlySet<number> = new Set();
/** Fewer are found by looking. */
const SEARCH_FROM = 9;

/** Everyone who takes the subject, a group, or chosen one by one. */
export function StudentsStep({ draft, onChange, takers, groups }: StudentsStepProps) {
  const { audience, subjectId } = draft;
  const id = useId();
  /** Kept while another way is looked at. */
  const [chosen, setChosen] = useState(audience?.kind === 'chosen' ? audience.ids : NOBODY);
  if (takers.length === 0)
    return <p className="text-ink-soft">None of your students takes {subjectName(subjectId)}.</p>;

  const name = `audience${id}`;
  const choose = (next: ChosenAudience) => onChange({ audience: next });
  function toggle(student: number): void {
    const next = new Set(chosen);
    if (!next.delete(student)) next.add(student);
    setChosen(next);
    choose({ kind: 'chosen', ids: next });
  }
  return (
    <>
      <fieldset className="set-audiences">
        <legend className="sr-only">Students</legend>
        <Way
          name={name}
          isChosen={audience?.kind === 'everyone'}
          count={takers.length}
          onChoose={() => choose({ kind: 'everyone' })}
        >
          Everyone who takes it
        </Way>
        {groups.map((group) => (
          <Way
            key={group.id}
            name={name}
            isChosen={audience?.kind === 'group' && audience.id === group.id}
            count={studentsOf({ kind: 'group', id: group.id }, takers, groups).length}
            onChoose={() => choose({ kind: 'group', id: group.id })}
          >
            {group.name}
          </Way>
        ))}
        <Way
          name={name}
          isChosen={audience?.kind === 'chosen'}
          onChoose={() => choose({ kind: 'chosen', ids: chosen })}
        >
          Choose
        </Way>
      </fieldset>
      {audience?.kind === 'chosen' && <Takers takers={takers} chosen={audience.ids} onToggle={toggle} />}
    </>
  );
}

type WayProps = { name: string; isChosen: boolean; count?: number; onChoose: () => void; children: string };

function Way({ name, isChosen, count, onChoose, children }: WayProps) {
  const isEmpty = count === 0;
  return (
    <label>
      <input type="radio" name={name} checked={isChosen} disabled={isEmpty} onChange={onChoose} />
      <span className="min-w-0 wrap-anywhere">
        <bdi>{children}</bdi>
        {count !== undefined && <span className="text-ink-soft tabular-nums"> {count}</span>}
        {isEmpty && (
          <span className="block text-small text-ink-soft">Nobody in this group takes this subject.</span>
        )}
      </span>
    </label>
  );
}

type TakersProps = {
  takers: readonly GridStudent[];
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
};

function Takers({ takers, chosen, onToggle }: TakersProps) {
  const [words, setWords] = useState('');
  const found = matching(takers, words).toSorted((a, b) => shownName(a).localeCompare(shownName(b)));
  return (
    <div className="set-takers">
      {takers.length >= SEARCH_FROM && (
        // Enter there ends the typing, and not the step.
        <div onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()} role="presentation">
          <SearchField label="Find a student" value={words} onSearch={setWords} className="" />
        </div>
      )}
      <ul aria-label="Students who take it">
        {found.map((student) => (
          <li key={student.id}>
            <Checkbox
              tone="accent"
              checked={chosen.has(student.id)}
              onChange={() => onToggle(student.id)}
              className="min-h-9 items-center pointer-coarse:min-h-11"
            >
              <bdi>{shownName(student)}</bdi>
            </Checkbox>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-ink-soft">No student matches “{words.trim()}”.</p>}
    </div>
  );
}
