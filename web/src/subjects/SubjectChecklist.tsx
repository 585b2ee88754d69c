import { SUBJECT_GROUPS, subjectsOfGroup } from '../../../domain/subjects.ts';
import { Accordion } from '../ui/Accordion.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { SubjectDot } from '../ui/SubjectDot.tsx';
import { useMediaQuery } from '../ui/useMediaQuery.ts';

type SubjectChecklistProps = {
  isChosen: (id: string) => boolean;
  isSaving: (id: string) => boolean;
  toggle: (id: string) => void;
  onDone: () => void;
  /** How many columns the groups fill on a wide screen. */
  columns: 2 | 3;
};

/** All subjects by their six groups: folded on a phone, in columns elsewhere. */
export function SubjectChecklist({ isChosen, isSaving, toggle, onDone, columns }: SubjectChecklistProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');

  const groups = SUBJECT_GROUPS.map(({ id, name }) => {
    const subjects = subjectsOfGroup(id);
    return {
      id,
      name: (
        <>
          <SubjectDot group={id} />
          {name}
        </>
      ),
      chosen: subjects.filter((subject) => isChosen(subject.id)).length,
      list: (
        <div className="grid content-start">
          {subjects.map((subject) => (
            <Checkbox
              key={subject.id}
              tone="accent"
              className="min-h-9 items-center pointer-coarse:min-h-11"
              checked={isChosen(subject.id)}
              // Not `disabled`: that would take the focus away from a user who moves through the list by key.
              aria-disabled={isSaving(subject.id) || undefined}
              onChange={() => toggle(subject.id)}
            >
              {subject.name}
            </Checkbox>
          ))}
        </div>
      ),
    };
  });

  if (isWide)
    return (
      <div className={cx('columns-2 gap-x-8 px-5 pt-1 pb-5', columns === 3 && 'lg:columns-3')}>
        {groups.map(({ id, name, list }) => (
          <fieldset key={id} className="mb-6 break-inside-avoid">
            <legend className="mb-1 flex items-center gap-2 font-medium">{name}</legend>
            {list}
          </fieldset>
        ))}
      </div>
    );

  return (
    <>
      <div className="divide-y divide-line border-t border-line">
        {groups.map(({ id, name, chosen, list }) => (
          <Accordion
            key={id}
            name="subject-group"
            title={<span className="flex items-center gap-2.5">{name}</span>}
            meta={chosen > 0 && <span className="text-small text-ink-soft">{chosen} chosen</span>}
          >
            {list}
          </Accordion>
        ))}
      </div>
      <div className="border-t border-line p-4">
        <Button variant="primary" block onClick={onDone}>
          Done
        </Button>
      </div>
    </>
  );
}
