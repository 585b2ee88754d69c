import { useRef, useState } from 'react';
import { emailProblem, normaliseEmail, usernameProblem } from '../../../../domain/accounts.ts';
import { MAX_ADDRESSES } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { RefusedField } from '../../api/failure.ts';
import { textOf } from '../../api/useSubmit.ts';
import { PrintSlips } from '../../layout/PrintSlips.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field, TextareaField } from '../../ui/Field.tsx';
import type { FoldedFormProps } from '../../ui/useFold.ts';
import { type Managed, requestTo } from './managed.ts';
import { NewPersonForm } from './NewPersonForm.tsx';
import { NewTeacherPanel } from './NewTeacherPanel.tsx';
import './people.css';
import { showTeacher, useShownOnce } from './shown-once.ts';
import { useLostFocus } from './useLostFocus.ts';
import { useSchoolName } from './useSchoolName.ts';

type NewTeachersProps = {
  managed: Managed;
  /** While the form is open. */
  fold: FoldedFormProps | undefined;
};

/** The form that makes a teacher, and the passwords of those it has made: they stay when it is folded away. */
export function NewTeachers({ managed, fold }: NewTeachersProps) {
  const { teachers } = useShownOnce(managed);
  const school = useSchoolName(managed);
  // A form that was accepted is replaced by an empty one.
  const [made, setMade] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  // To the passwords that are still to be noted; when there is none, to the next teacher.
  useLostFocus(`${made} ${teachers.length}`, () =>
    place.current?.querySelector<HTMLElement>(teachers.length > 0 ? 'h3' : '[type=submit]'),
  );
  return (
    <div ref={place} className="contents">
      {fold && (
        <Card title="Create Teacher" subtitle="They get a generated password.">
          <NewPersonForm
            key={made}
            managed={managed}
            label="Create Teacher"
            fold={{ ...fold, takesFocus: fold.takesFocus && made === 0 }}
            submit="Create Teacher"
            send={(form) => makeTeacher(managed, form)}
            done="Teacher created and students assigned!"
            failed="Failed to create teacher"
            onDone={() => setMade(made + 1)}
          >
            {(busy) => <Fields busy={busy} />}
          </NewPersonForm>
        </Card>
      )}
      {teachers.length > 1 && (
        <div>
          <PrintSlips slips={teachers} school={school} />
        </div>
      )}
      {/* There from the start: a screen reader listens to places, not to news. */}
      <div aria-live="polite" className="side-by-side">
        {teachers.map((teacher) => (
          <NewTeacherPanel key={teacher.username} managed={managed} teacher={teacher} />
        ))}
      </div>
    </div>
  );
}

async function makeTeacher(managed: Managed, form: FormData): Promise<void> {
  const username = textOf(form, 'username').trim();
  const email = textOf(form, 'email').trim();
  const students = splitEmails(textOf(form, 'students'));
  refuseProblem('username', usernameProblem(username));
  refuseProblem('email', emailProblem(email));
  refuseProblem('students', emailsProblem(students));

  const teacher = await call('POST /admin/schools/{schoolId}/teachers', {
    ...requestTo(managed),
    json: { teacher: { username, email }, student_emails: students },
  });
  showTeacher(managed, teacher);
}

function refuseProblem(field: string, problem: string | undefined): void {
  if (problem !== undefined) throw new RefusedField(field, problem);
}

function Fields({ busy }: { busy: boolean }) {
  return (
    <>
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
        className="col-span-full"
        rows={3}
        optional
        readOnly={busy}
        reserve={false}
        autoCapitalize="none"
        spellCheck={false}
        hint="Separate them by commas. Students without an account are assigned when they register."
      />
    </>
  );
}

/** The addresses in a box: split on commas, and on the blanks and lines that a pasted list may have instead. */
function splitEmails(text: string): string[] {
  const entries = text
    .split(/[,;\s]+/)
    .filter((entry) => entry !== '')
    .map(normaliseEmail);
  return [...new Set(entries)];
}

function emailsProblem(emails: readonly string[]): string | undefined {
  const wrong = emails.find((email) => emailProblem(email) !== undefined);
  if (wrong !== undefined) return `“${wrong}” is not an email address.`;
  return emails.length > MAX_ADDRESSES ? `Enter at most ${MAX_ADDRESSES} students at once.` : undefined;
}
