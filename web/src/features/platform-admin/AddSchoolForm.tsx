import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import { SchoolForm } from './SchoolForm.tsx';
import { addSchool } from './useSchools.ts';

export function AddSchoolForm() {
  /** After each school the fields start anew. */
  const [added, setAdded] = useState(0);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) name.current?.focus();
  }, [added]);

  return (
    <Card title="Add New School">
      <SchoolForm
        key={added}
        ref={name}
        label="Add New School"
        page={pathTo('adminDashboard')}
        className="flex flex-col gap-1"
        domainHint="People whose e-mail address ends like this join the school."
        send={async (fields) => {
          await addSchool(fields);
          setAdded((count) => count + 1);
          showToast({ tone: 'done', text: 'School created successfully!' });
        }}
        // The detail of the server, or the message of the error.
        sentence={(error) => adminSentence(error, error instanceof Error ? error.message : String(error))}
      >
        {(busy) => (
          <Button
            type="submit"
            variant="primary"
            block
            className="mt-2"
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
