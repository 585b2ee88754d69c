import { useState } from 'react';
import { SUBJECT_GROUPS, type Subject, subjectsOfGroup } from '../../../../domain/subjects.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';

type SubjectEditorProps = {
  subjects: readonly string[];
  toggle: (id: string) => Promise<void>;
  onDone: () => void;
};

/** The checklist of all subjects: six groups, folded on a phone, side by side elsewhere. */
export default function SubjectEditor({ subjects, toggle, onDone }: SubjectEditorProps) {
  const isWide = useMediaQuery('(min-width: 48rem)');
  const { saving, change } = useSaving(toggle);

  const groups = SUBJECT_GROUPS.map((group) => {
    const all = subjectsOfGroup(group.id);
    const chosen = all.filter(({ id }) => subjects.includes(id)).length;
    const list = (
      <div className="grid content-start">
        {all.map((subject) => (
          <Choice
            key={subject.id}
            subject={subject}
            // Drawn as it will be once it is saved; the list itself changes only then.
            isChosen={subjects.includes(subject.id) !== saving.has(subject.id)}
            isSaving={saving.has(subject.id)}
            onChange={change}
          />
        ))}
      </div>
    );
    return { ...group, chosen, list };
  });

  return (
    <div className="border-t border-line">
      <h2 className="px-4 pt-4 pb-2 text-body sm:px-5">Select Your IB Subjects:</h2>
      {isWide ? (
        <div className="columns-2 gap-x-8 px-5 pt-1 lg:columns-3">
          {groups.map(({ id, name, list }) => (
            <fieldset key={id} className="mb-6 break-inside-avoid">
              <legend className="mb-1 flex items-center gap-2 font-medium">
                <SubjectDot group={id} />
                {name}
              </legend>
              {list}
            </fieldset>
          ))}
        </div>
      ) : (
        <>
          <div className="divide-y divide-line border-t border-line">
            {groups.map(({ id, name, chosen, list }) => (
              <Accordion
                key={id}
                name="subject-group"
                title={
                  <span className="flex items-center gap-2.5">
                    <SubjectDot group={id} />
                    {name}
                  </span>
                }
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
      )}
    </div>
  );
}

function useSaving(toggle: (id: string) => Promise<void>) {
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set());

  async function change(id: string): Promise<void> {
    if (saving.has(id)) return;
    setSaving((before) => new Set(before).add(id));
    try {
      await toggle(id);
    } catch {
      showToast({ tone: 'danger', text: 'Failed to update subjects' });
    }
    setSaving((before) => {
      const after = new Set(before);
      after.delete(id);
      return after;
    });
  }

  return { saving, change: (id: string) => void change(id) };
}

type ChoiceProps = {
  subject: Subject;
  isChosen: boolean;
  isSaving: boolean;
  onChange: (id: string) => void;
};

/** Not `disabled` while it is saved: that would take the focus away from whoever walks the list by key. */
function Choice({ subject, isChosen, isSaving, onChange }: ChoiceProps) {
  return (
    <Checkbox
      tone="accent"
      className="min-h-9 items-center pointer-coarse:min-h-11"
      checked={isChosen}
      aria-disabled={isSaving || undefined}
      onChange={() => onChange(subject.id)}
    >
      {subject.name}
    </Checkbox>
  );
}
