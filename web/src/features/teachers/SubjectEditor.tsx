import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { findSubject, SUBJECTS, subjectName } from '../../../../domain/subjects.ts';
import { detailOf } from '../../api/failure.ts';
import { SubjectChecklist } from '../../subjects/SubjectChecklist.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadFailed } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { showToast } from '../../ui/toasts.ts';
import { saveTeacherSubjects, UnexpectedAnswer, useTeacherSubjects } from './useTeacherSubjects.ts';

const WHY =
  "Select the subjects you teach. You will only be able to view your students' progress in these subjects.";

/** 'Subjects You Teach', on the dashboard's tab and on the page of its own. */
export default function SubjectEditor({ loadFailure }: { loadFailure: string }) {
  const { data, error, refetch, isFetching } = useTeacherSubjects();
  if (data) return <Editor subjects={data.subjects} stale={error ? loadFailure : undefined} />;
  return (
    <Card title="Subjects You Teach">
      {error && !isFetching ? (
        <LoadFailed className="py-4" onRetry={() => void refetch()}>
          {loadFailure}
        </LoadFailed>
      ) : (
        <div aria-busy="true" className="flex flex-wrap gap-2">
          <span className="sr-only">Loading...</span>
          {['w-52', 'w-44', 'w-60'].map((width) => (
            <Skeleton key={width} className={`h-8 ${width} max-w-full rounded-full`} />
          ))}
        </div>
      )}
    </Card>
  );
}

function failureText(error: unknown): string {
  if (error instanceof UnexpectedAnswer) return 'Failed to update subjects. Unexpected response from server.';
  const detail = detailOf(error);
  return detail === undefined
    ? 'Failed to update subjects. Please try again.'
    : `Failed to update subjects: ${detail}`;
}

/** In the order of the catalogue; what the picker does not offer comes last. */
function inOrder(subjects: readonly string[]): string[] {
  const place = (id: string) => {
    const index = SUBJECTS.findIndex((subject) => subject.id === id);
    return index === -1 ? SUBJECTS.length : index;
  };
  return subjects.toSorted((a, b) => place(a) - place(b) || a.localeCompare(b));
}

function Editor({ subjects, stale }: { subjects: readonly string[]; stale: string | undefined }) {
  const [editing, setEditing] = useState(subjects.length === 0);
  const edit = useRef<HTMLButtonElement>(null);
  const [change, setChange] = useState<{ from: readonly string[]; to: string[] }>();
  // Until the list itself is another one: it comes a moment after the answer, and the box would flash between.
  const saving = change?.from === subjects ? change.to : undefined;
  const [failure, setFailure] = useState<string>();

  async function toggle(id: string): Promise<void> {
    if (saving) return;
    const next = subjects.includes(id) ? subjects.filter((other) => other !== id) : [...subjects, id];
    setChange({ from: subjects, to: next });
    setFailure(undefined);
    try {
      await saveTeacherSubjects(inOrder(next));
      showToast({ tone: 'done', text: 'Subjects updated successfully' });
    } catch (error) {
      setFailure(failureText(error));
      setChange(undefined);
    }
  }

  return (
    <Card
      title="Subjects You Teach"
      flush
      action={
        <Button
          ref={edit}
          size="small"
          variant={editing ? 'primary' : 'secondary'}
          icon={editing ? undefined : <Pencil className="size-4" aria-hidden="true" />}
          onClick={() => setEditing(!editing)}
        >
          {editing ? 'Done' : 'Edit Subjects'}
        </Button>
      }
    >
      <div className="px-4 pb-4 sm:px-5">
        {subjects.length === 0 ? (
          <p className="text-ink-soft">Please select the subjects you teach below.</p>
        ) : (
          <ul aria-label="Subjects you teach" className="flex flex-wrap gap-1.5">
            {inOrder(subjects).map((id) => (
              <Chip key={id} id={id} />
            ))}
          </ul>
        )}
        {stale && (
          <Alert tone="warning" className="mt-4">
            {stale}. What you see is from your last visit.
          </Alert>
        )}
        {failure && (
          <Alert tone="error" className="mt-4">
            {failure}
          </Alert>
        )}
      </div>
      {editing && (
        <div aria-busy={saving !== undefined} className="border-t border-line">
          <p className="max-w-text px-4 pt-4 pb-3 text-pretty text-ink-soft sm:px-5">{WHY}</p>
          <SubjectChecklist
            // Drawn as it will be once it is saved; the list itself changes only then.
            isChosen={(id) => (saving ?? subjects).includes(id)}
            isSaving={() => saving !== undefined}
            toggle={(id) => void toggle(id)}
            onDone={() => {
              setEditing(false);
              edit.current?.focus();
            }}
            columns={2}
          />
        </div>
      )}
    </Card>
  );
}

function Chip({ id }: { id: string }) {
  const group = findSubject(id)?.group;
  return (
    <li className="inline-flex min-h-8 items-center gap-2 rounded-full border border-line px-3 text-small font-medium">
      {group && <SubjectDot group={group} />}
      {subjectName(id)}
    </li>
  );
}
