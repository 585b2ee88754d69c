import { UserPlus } from 'lucide-react';
import { type ClipboardEvent, lazy, type SubmitEvent, Suspense, useRef, useState } from 'react';
import { NAME_MAX } from '../../../../domain/school.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import type { Answer } from './add-students.ts';
import type { Entry } from './addresses.ts';
import type { Invited } from './InvitationPanel.tsx';
import { refreshStudents } from './useStudents.ts';

const InvitationPanel = lazy(() => import('./InvitationPanel.tsx'));
const AddingAnswers = lazy(() => import('./AddingAnswers.tsx'));

/** Fetched when somebody comes to the form: a teacher who only looks does not need it. */
const fetchAdding = () => Promise.all([import('./add-students.ts'), import('./addresses.ts')]);

/** What takes the place of what was sent. Text typed meanwhile is kept. */
const unlessTyped =
  (sent: string, next = '') =>
  (now: string) =>
    now === sent ? next : now;

/** One address or many. Many are added one by one, and each gets its own answer. */
export function AddStudentForm() {
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const [invited, setInvited] = useState<Invited>();
  const [answers, setAnswers] = useState<Answer[]>([]);
  const emailField = useRef<HTMLInputElement>(null);
  const several = text.split('@').length > 2;

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
    const [{ tryToAdd }, { splitAddresses }] = await fetchAdding();
    const entries: Entry[] = splitAddresses(text);
    const [first] = entries;
    if (!first) {
      refuse('Please enter a student email');
      return;
    }
    if (entries.length === 1) finish(await tryToAdd({ ...first, name: name.trim() || first.name }));
    else {
      const done: Answer[] = [];
      for (const entry of entries) {
        done.push(await tryToAdd(entry));
        setAnswers([...done]);
      }
      // What is worth another try stays in the field.
      const left = done.filter((answer) => answer.status === 'failed' && answer.isWorthAnotherTry);
      setText(unlessTyped(text, left.map(({ email }) => email).join(', ')));
    }
    await refreshStudents();
  }

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setInvited(undefined);
    setAnswers([]);
    try {
      await add();
    } catch {
      refuse('Failed to add student. Please try again.');
    }
    setBusy(false);
  }

  /** A column of a table comes as lines, which a field of one line would run together. */
  function pasted(event: ClipboardEvent<HTMLInputElement>) {
    const pasting = event.clipboardData.getData('text');
    if (!/[\r\n]/.test(pasting.trim())) return;
    event.preventDefault();
    const { selectionStart, selectionEnd, value } = event.currentTarget;
    const list = pasting.trim().replace(/\s*[\r\n]+\s*/g, ', ');
    setText(value.slice(0, selectionStart ?? 0) + list + value.slice(selectionEnd ?? value.length));
  }

  return (
    <Card title="Add New Student">
      <form
        noValidate
        method="post"
        action={pathTo('teachers')}
        aria-label="Add New Student"
        className="flex flex-col gap-2"
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
          hint="Paste several to add them all."
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
          disabled={several}
          hint={several ? 'For one student at a time.' : undefined}
          value={several ? '' : name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button
          type="submit"
          variant="primary"
          block
          busy={busy}
          busyLabel="Adding..."
          icon={<UserPlus className="size-4" aria-hidden="true" />}
        >
          Add Student
        </Button>
      </form>
      {/* There from the start: a screen reader listens to places, not to news. */}
      <div aria-live="polite" className="mt-4 empty:hidden">
        <Suspense>
          {invited && <InvitationPanel invited={invited} onClose={() => setInvited(undefined)} />}
          {answers.length > 0 && <AddingAnswers answers={answers} onClose={() => setAnswers([])} />}
        </Suspense>
      </div>
    </Card>
  );
}
