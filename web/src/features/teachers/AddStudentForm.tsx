import { UserPlus } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  lazy,
  type SubmitEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { groupNamesIn } from '../../../../domain/groups.ts';
import { NAME_MAX } from '../../../../domain/school.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { FoldedFormProps } from '../../ui/useFold.ts';
import type { Answer } from './add-students.ts';
import type { Entry } from './addresses.ts';
import { GroupPicker } from './groups/GroupPicker.tsx';
import type { Invited } from './InvitationPanel.tsx';
import { refreshStudents } from './useStudents.ts';

const InvitationPanel = lazy(() => import('./InvitationPanel.tsx'));
const StudentsToAdd = lazy(() => import('./StudentsToAdd.tsx'));

/** Fetched when somebody comes to the form: a teacher who only looks does not need it. */
const fetchAdding = () => Promise.all([import('./add-students.ts'), import('./addresses.ts')]);

/** What takes the place of what was sent. Text typed meanwhile is kept. */
const unlessTyped = (sent: string) => (now: string) => (now === sent ? '' : now);

/** One student, or the rows that are pasted: each is added by itself and gets its own answer. */
export default function AddStudentForm({ takesFocus, onUse, onClose }: FoldedFormProps) {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [group, setGroup] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [invited, setInvited] = useState<Invited>();
  const [several, setSeveral] = useState<Entry[]>();
  const emailField = useRef<HTMLInputElement>(null);

  const [isBack, setIsBack] = useState(takesFocus);

  useEffect(() => {
    if (isBack && !several) emailField.current?.focus();
  }, [isBack, several]);

  function finish(answer: Answer): void {
    if (answer.status === 'failed') {
      const sentence = [answer.sentence, answer.hint].filter(Boolean).join(' ');
      if (emailField.current?.value === text) refuse(sentence);
      else setError(`${answer.email}: ${sentence}`);
      return;
    }
    setText(unlessTyped(text));
    setName(unlessTyped(name));
    showToast({ tone: 'done', text: answer.sentence });
    if (answer.status === 'pending') setInvited(answer);
  }

  function refuse(sentence: string): void {
    setError(sentence);
    emailField.current?.focus();
  }

  async function add(): Promise<void> {
    const [{ addStudents }, { splitAddresses }] = await fetchAdding();
    const [first, ...others] = splitAddresses(text);
    if (!first) {
      refuse('Please enter a student email');
      return;
    }
    if (others.length > 0) {
      setSeveral([first, ...others]);
      setText('');
      return;
    }
    const groups = group.trim() ? [group] : groupNamesIn(first.group ?? '');
    const entry = { email: first.email, name: name.trim() || first.name, groups };
    await addStudents([entry], (_, answer) => finish(answer));
    await refreshStudents();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    onUse();
    setBusy(true);
    setError(undefined);
    setInvited(undefined);
    try {
      await add();
    } catch {
      refuse('Failed to add student. Please try again.');
    }
    setBusy(false);
  }

  /** Rows of a table, or several addresses, become rows here, which a field of one line would run together. */
  function pasted(event: ClipboardEvent<HTMLInputElement>) {
    const pasting = event.clipboardData.getData('text').trim();
    if (!/[\r\n\t]/.test(pasting)) return;
    event.preventDefault();
    onUse();
    void addPasted(pasting);
  }

  async function addPasted(pasting: string): Promise<void> {
    try {
      const [, { splitAddresses }] = await fetchAdding();
      setError(undefined);
      setSeveral(splitAddresses(pasting));
    } catch {
      refuse('Failed to add student. Please try again.');
    }
  }

  /** Escape folds it away, unless something is in it. */
  function keyed({ key }: KeyboardEvent) {
    if (key === 'Escape' && !busy && !several && !invited && text === '' && name === '') onClose();
  }

  return (
    <Card title="Add New Student" onKeyDown={keyed}>
      {several ? (
        <Suspense>
          <StudentsToAdd
            entries={several}
            group={group}
            onGroup={setGroup}
            onClose={() => {
              setSeveral(undefined);
              setIsBack(true);
            }}
          />
        </Suspense>
      ) : (
        <form
          noValidate
          method="post"
          action={pathTo('teachers')}
          aria-label="Add New Student"
          className="grid items-start gap-x-3 gap-y-2 md:grid-cols-[1.4fr_1fr_1fr_auto]"
          onSubmit={(event) => void submit(event)}
        >
          <Field
            ref={emailField}
            label="Email"
            name="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            hint="Or paste names and addresses from a spreadsheet."
            error={error}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onPaste={pasted}
            onFocus={() => void fetchAdding().catch(() => undefined)}
          />
          <Field
            label="Name"
            name="name"
            autoComplete="off"
            optional
            maxLength={NAME_MAX}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <GroupPicker value={group} onChange={setGroup} />
          <Button
            type="submit"
            variant="primary"
            className="md:mt-7.5"
            busy={busy}
            busyLabel="Adding..."
            icon={<UserPlus className="size-4" aria-hidden="true" />}
          >
            Add Student
          </Button>
        </form>
      )}
      {/* There from the start: a screen reader listens to places, not to news. */}
      <div aria-live="polite" className="mt-2 empty:hidden">
        <Suspense>
          {invited && <InvitationPanel invited={invited} onClose={() => setInvited(undefined)} />}
        </Suspense>
      </div>
    </Card>
  );
}
