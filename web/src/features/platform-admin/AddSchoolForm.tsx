import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { FoldedFormProps } from '../../ui/useFold.ts';
import { SchoolForm } from './SchoolForm.tsx';
import { addSchool } from './useSchools.ts';

export default function AddSchoolForm({ takesFocus, onUse, onClose }: FoldedFormProps) {
  /** After each school the fields start anew, and the name has the focus. */
  const [turn, setTurn] = useState(takesFocus ? 1 : 0);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (turn > 0) name.current?.focus();
  }, [turn]);

  /** Escape folds it away, unless something is in it. */
  function keyed({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    if (key !== 'Escape') return;
    const fields = [...currentTarget.querySelectorAll('input')];
    if (fields.every(({ value }) => value === '')) onClose();
  }

  return (
    <Card title="Add New School" onKeyDown={keyed}>
      <SchoolForm
        key={turn}
        ref={name}
        label="Add New School"
        page={pathTo('adminDashboard')}
        className="grid items-start gap-x-3 gap-y-1 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
        send={async (fields) => {
          onUse();
          await addSchool(fields);
          setTurn((last) => last + 1);
          showToast({ tone: 'done', text: 'School created successfully!' });
        }}
        // The detail of the server, or the message of the error.
        sentence={(error) => adminSentence(error, error instanceof Error ? error.message : String(error))}
      >
        {(busy) => (
          <Button
            type="submit"
            variant="primary"
            className="max-md:mt-2 md:mt-7.5"
            busy={busy}
            busyLabel="Adding..."
            icon={<Plus className="size-4" aria-hidden="true" />}
          >
            Add School
          </Button>
        )}
      </SchoolForm>
    </Card>
  );
}
