import { useMemo } from 'react';
import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { counted } from '../../../format/counted.ts';
import { PapersButton } from '../../../papers/PapersButton.tsx';
import { type ChosenPapers, useChosenPapers } from '../../../papers/papers-range.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { type Column, type GridStudent, offeredPapers } from '../class-grid.ts';
import { SubjectSelect } from '../SubjectSelect.tsx';
import { type Draft, MAX_SET_PAPERS, shortPaper } from './set-draft.ts';

type PapersStepProps = {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
  subjects: readonly string[];
  students: readonly GridStudent[];
};

/** The papers of the chosen years, sitting by sitting. One that was never set is faint, and says why. */
export function PapersStep({ draft, onChange, subjects, students }: PapersStepProps) {
  const { subjectId, papers } = draft;
  const chosen = useChosenPapers('teacherPapers');
  const groups = useMemo(
    () => offeredPapers(subjectId, withYearsOf(chosen, papers), students, papers),
    [subjectId, chosen, students, papers],
  );
  // In the order of the table, however they were chosen.
  const all = groups.flatMap(({ columns }) => columns.map(({ key }) => key));
  function toggle(key: string): void {
    const next = new Set(papers);
    if (!next.delete(key)) next.add(key);
    onChange({ papers: all.filter((other) => next.has(other)) });
  }
  const tooMany = papers.length > MAX_SET_PAPERS;
  return (
    <>
      <SubjectSelect
        subjects={subjects}
        subjectId={subjectId}
        onSelect={(id) => onChange({ subjectId: id, papers: [] })}
      />
      <div className="set-range">
        <p role="status" className={tooMany ? 'text-danger' : 'text-ink-soft'}>
          {tooMany
            ? `${papers.length} chosen. At most ${MAX_SET_PAPERS} papers can be set at once.`
            : papers.length > 0 && `${counted(papers.length, 'paper')} chosen`}
        </p>
        <PapersButton of="teacherPapers" />
      </div>
      <div className="set-sittings">
        {groups.map(({ year, session, columns }) => (
          <fieldset key={`${year}${session}`}>
            <legend>
              {session} {year}
            </legend>
            <div>
              {columns.map((column) => (
                <Checkbox
                  key={column.key}
                  tone="accent"
                  checked={papers.includes(column.key)}
                  onChange={() => toggle(column.key)}
                >
                  <PaperName column={column} />
                </Checkbox>
              ))}
              {reasonsOf(columns).map((reason) => (
                <p key={reason} className="set-reason" aria-hidden="true">
                  Not set: {reason}
                </p>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </>
  );
}

function PaperName({ column }: { column: Column }) {
  const { notSet } = column;
  if (notSet === undefined) return shortPaper(column);
  return (
    <span className="relative text-ink-soft" title={`Not set: ${notSet}`}>
      {shortPaper(column)}
      <span className="sr-only">. Not set: {notSet}</span>
    </span>
  );
}

const reasonsOf = (columns: readonly Column[]): string[] => [
  ...new Set(columns.flatMap(({ notSet }) => notSet ?? [])),
];

/** So that none that is chosen is out of sight. */
function withYearsOf(chosen: ChosenPapers, papers: readonly string[]): ChosenPapers {
  const years = papers.flatMap((key) => parseCompletionKey(key)?.year ?? []);
  return {
    ...chosen,
    range: {
      startYear: Math.min(chosen.range.startYear, ...years),
      endYear: Math.max(chosen.range.endYear, ...years),
    },
  };
}
