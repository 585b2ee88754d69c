import { useState } from 'react';
import { SubjectChecklist } from '../../subjects/SubjectChecklist.tsx';
import { showToast } from '../../ui/toasts.ts';

type SubjectEditorProps = {
  subjects: readonly string[];
  toggle: (id: string) => Promise<void>;
  onDone: () => void;
};

/** The checklist of all subjects. Each is saved by itself, so the others stay free meanwhile. */
export default function SubjectEditor({ subjects, toggle, onDone }: SubjectEditorProps) {
  const { saving, change } = useSaving(toggle);
  return (
    <div className="border-t border-line">
      <h2 className="px-4 pt-4 pb-2 text-body sm:px-5">Select Your IB Subjects:</h2>
      <SubjectChecklist
        // Drawn as it will be once it is saved; the list itself changes only then.
        isChosen={(id) => subjects.includes(id) !== saving.has(id)}
        isSaving={(id) => saving.has(id)}
        toggle={change}
        onDone={onDone}
        columns={3}
      />
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
