import { KeyRound } from 'lucide-react';
import { counted } from '../../format/counted.ts';
import { ShownPassword } from '../../layout/ShownPassword.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Managed } from './managed.ts';
import { forget, markTaken, type NewTeacher, useIsUntaken } from './shown-once.ts';
import { useSchoolName } from './useSchoolName.ts';

type NewTeacherPanelProps = { managed: Managed; teacher: NewTeacher };

/** What to pass on to a new teacher. */
export function NewTeacherPanel({ managed, teacher }: NewTeacherPanelProps) {
  const isUntaken = useIsUntaken(teacher);
  const school = useSchoolName(managed);
  const { username, email, password, assigned_students: students } = teacher;

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
      <div className="mt-3">
        <ShownPassword slip={{ username, password }} school={school} onCopied={() => markTaken(teacher)} />
      </div>
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
      <Button size="small" className="mt-3" onClick={() => forget(managed, teacher)}>
        {isUntaken ? 'I have noted the password' : 'Close'}
      </Button>
    </section>
  );
}
