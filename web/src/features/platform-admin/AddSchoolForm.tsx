import { Plus } from 'lucide-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { showToast } from '../../ui/toasts.ts';
import { focusDomain, readSchool, SchoolFields } from './SchoolFields.tsx';
import { addSchool } from './useSchools.ts';

/** The detail of the server, or the message of the error. */
const sentence = (error: unknown) =>
  adminSentence(error, error instanceof Error ? error.message : String(error));

export function AddSchoolForm() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [problem, setProblem] = useState<string>();
  /** After each school the fields start anew. */
  const [added, setAdded] = useState(0);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (added > 0) name.current?.focus();
  }, [added]);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const { json, problem: wrong } = readSchool(new FormData(form));
    setProblem(wrong);
    setFailure(undefined);
    if (wrong !== undefined) {
      focusDomain(form);
      return;
    }
    setBusy(true);
    try {
      await addSchool(json);
      setAdded((count) => count + 1);
      showToast({ tone: 'done', text: 'School created successfully!' });
    } catch (error) {
      setFailure(failureOf(error, sentence));
    }
    setBusy(false);
  }

  return (
    <Card title="Add New School">
      <form
        method="post"
        action={pathTo('adminDashboard')}
        aria-label="Add New School"
        className="flex flex-col gap-1"
        onSubmit={(event) => void submit(event)}
      >
        <SchoolFields
          key={added}
          ref={name}
          busy={busy}
          problem={problem}
          onProblem={setProblem}
          domainHint="People whose e-mail address ends like this join the school."
        />
        <FormFailure failure={failure} />
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
      </form>
    </Card>
  );
}
