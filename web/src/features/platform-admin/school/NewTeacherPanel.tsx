import { Copy, KeyRound } from 'lucide-react';
import { counted } from '../../../format/counted.ts';
import { Button } from '../../../ui/Button.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { forget, markTaken, type NewTeacher, useIsUntaken } from './shown-once.ts';

type NewTeacherPanelProps = { schoolId: string; teacher: NewTeacher };

/** What to pass on to a new teacher. */
export function NewTeacherPanel({ schoolId, teacher }: NewTeacherPanelProps) {
  const isUntaken = useIsUntaken(teacher);
  const { username, email, password, assigned_students: students } = teacher;

  async function copy(): Promise<void> {
    if (await copyText(password, 'Password copied to clipboard')) markTaken(teacher);
  }

  return (
    <section
      aria-label={`New teacher ${username}`}
      className="rounded-md border border-line bg-accent-soft p-4"
    >
      <div className="flex items-start gap-3">
        <KeyRound className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden="true" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          <h3 tabIndex={-1} className="text-body">
            {username}
          </h3>
          <p className="text-small text-ink-soft">{email}</p>
        </div>
      </div>
      <p className="mt-3 text-small font-medium">Password</p>
      <div className="mt-1 flex items-center gap-2">
        <code className="min-w-0 flex-1 rounded-md border border-line bg-surface px-2 py-2 text-small wrap-anywhere select-all sm:px-3">
          {password}
        </code>
        <Button icon={<Copy className="size-4" aria-hidden="true" />} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
      <p className="mt-2 text-small text-ink-soft">It is shown only once. Pass it on in person.</p>
      {students.length > 0 && (
        <details className="mt-2">
          <summary className="text-small font-medium text-accent">
            {counted(students.length, 'student')} assigned
          </summary>
          <ul className="mt-1 max-h-40 overflow-y-auto text-small wrap-anywhere">
            {students.map((student) => (
              <li key={student}>{student}</li>
            ))}
          </ul>
        </details>
      )}
      <Button size="small" className="mt-3" onClick={() => forget(schoolId, teacher)}>
        {isUntaken ? 'I have noted the password' : 'Close'}
      </Button>
    </section>
  );
}
