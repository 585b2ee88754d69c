import { Plus } from 'lucide-react';
import { type SubmitEvent, useRef, useState } from 'react';
import { domainPatternProblem, normaliseEmail } from '../../../../domain/accounts.ts';
import { NAME_MAX } from '../../../../domain/school.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { textOf } from '../../api/useSubmit.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { addSchool } from './useSchools.ts';

/** The detail of the server, or the message of the error. */
const sentence = (error: unknown) =>
  adminSentence(error, error instanceof Error ? error.message : String(error));

export function AddSchoolForm() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [problem, setProblem] = useState<string>();
  const domain = useRef<HTMLInputElement>(null);
  const name = useRef<HTMLInputElement>(null);

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const pattern = normaliseEmail(textOf(data, 'domain_pattern').trim());
    const wrong = domainPatternProblem(pattern);
    setProblem(wrong);
    setFailure(undefined);
    if (wrong !== undefined) {
      domain.current?.focus();
      return;
    }
    setBusy(true);
    try {
      await addSchool({ name: textOf(data, 'name').trim(), domain_pattern: pattern });
      form.reset();
      name.current?.focus();
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
        <Field
          ref={name}
          label="School Name"
          name="name"
          autoComplete="off"
          maxLength={NAME_MAX}
          required
          readOnly={busy}
          pattern=".*\S.*"
          title="The name of the school"
        />
        <Field
          ref={domain}
          label="Domain Pattern"
          name="domain_pattern"
          placeholder="@school.edu"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          required
          readOnly={busy}
          hint="People whose e-mail address ends like this join the school."
          error={problem}
          onInput={() => setProblem(undefined)}
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
