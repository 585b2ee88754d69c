import { useRef, useState } from 'react';
import { emailProblem, usernameProblem } from '../../../../../domain/accounts.ts';
import { MAX_ADDRESSES } from '../../../../../domain/school.ts';
import { adminSentence } from '../../../api/admin-failure.ts';
import { call } from '../../../api/call.ts';
import { Refused } from '../../../api/failure.ts';
import { textOf, useSubmit } from '../../../api/useSubmit.ts';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { pathTo } from '../../../paths.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field, TextareaField } from '../../../ui/Field.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { splitEmails, wrongEmails } from './emails.ts';
import { NewTeacherPanel } from './NewTeacherPanel.tsx';
import { showTeacher, useShownOnce } from './shown-once.ts';
import { useLostFocus } from './useLostFocus.ts';
import { reloadSchool } from './useSchool.ts';

const FAILED = 'Failed to create teacher';

export function TeacherForm({ schoolId }: { schoolId: string }) {
  const { teachers } = useShownOnce(schoolId);
  // A form that was accepted is replaced by an empty one.
  const [made, setMade] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  // To the passwords that are still to be noted; when there is none, to the next teacher.
  useLostFocus(`${made} ${teachers.length}`, () =>
    place.current?.querySelector<HTMLElement>(teachers.length > 0 ? 'h3' : '[type=submit]'),
  );
  return (
    <Card title="Create Teacher" subtitle="They get a generated password.">
      <div ref={place}>
        <Fields key={made} schoolId={schoolId} onDone={() => setMade(made + 1)} />
        {/* There from the start: a screen reader listens to places, not to news. */}
        <div aria-live="polite" className="mt-4 grid grid-cols-1 gap-3 empty:hidden">
          {teachers.map((teacher) => (
            <NewTeacherPanel key={teacher.username} schoolId={schoolId} teacher={teacher} />
          ))}
        </div>
      </div>
    </Card>
  );
}

function Fields({ schoolId, onDone }: { schoolId: string; onDone: () => void }) {
  const { busy, failure, onSubmit } = useSubmit(
    async (form) => {
      const username = textOf(form, 'username').trim();
      const email = textOf(form, 'email').trim();
      const students = splitEmails(textOf(form, 'students'));
      refuseProblem(usernameProblem(username));
      refuseProblem(emailProblem(email));
      const [wrong] = wrongEmails(students);
      if (wrong !== undefined) throw new Refused(`“${wrong}” is not an email address.`);
      if (students.length > MAX_ADDRESSES)
        throw new Refused(`Enter at most ${MAX_ADDRESSES} students at once.`);

      const teacher = await call('POST /admin/schools/{schoolId}/teachers', {
        as: 'platformAdmin',
        params: { schoolId },
        json: { teacher: { username, email }, student_emails: students },
      });
      showTeacher(schoolId, teacher);
      showToast({ tone: 'done', text: 'Teacher created and students assigned!' });
      void reloadSchool(schoolId);
      onDone();
    },
    (error) => adminSentence(error, FAILED),
  );
  return (
    <form
      noValidate
      method="post"
      action={pathTo('adminSchool', { schoolId })}
      aria-label="Create Teacher"
      className="grid grid-cols-1 gap-4"
      onSubmit={onSubmit}
    >
      {failure && <FormFailure failure={failure} />}
      <Field
        label="Username"
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={busy}
        reserve={false}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        readOnly={busy}
        reserve={false}
      />
      <TextareaField
        label="Student Emails"
        name="students"
        rows={3}
        optional
        readOnly={busy}
        reserve={false}
        autoCapitalize="none"
        spellCheck={false}
        hint="Separate them by commas. Students without an account are assigned when they register."
      />
      <Button type="submit" variant="primary" block busy={busy} busyLabel="Creating...">
        Create Teacher
      </Button>
    </form>
  );
}

function refuseProblem(problem: string | undefined): void {
  if (problem !== undefined) throw new Refused(problem);
}
