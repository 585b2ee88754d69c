import { CircleCheck, Clock, Copy, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { GROUPS_TEXT_MAX, groupNamesIn } from '../../../../domain/groups.ts';
import { NAME_MAX } from '../../../../domain/school.ts';
import { counted } from '../../format/counted.ts';
import { Address } from '../../lists/Address.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type Answer, addStudents } from './add-students.ts';
import type { Entry } from './addresses.ts';
import { GroupPicker } from './groups/GroupPicker.tsx';
import InvitationPanel, { type Invited } from './InvitationPanel.tsx';
import { ASKED_FIRST, copyLink } from './invitation-links.ts';
import { refreshStudents } from './useStudents.ts';

type Row = Omit<Entry, 'name'> & { id: number; name: string; answer?: Answer };

type StudentsToAddProps = {
  entries: Entry[];
  /** For all, where the list itself names no groups. */
  group: string;
  onGroup: (name: string) => void;
  onClose: () => void;
};

const isAdded = ({ answer }: Row) => answer !== undefined && answer.status !== 'failed';

/** The rows of a table of students: looked over, added, and answered one by one. */
export default function StudentsToAdd({ entries, group, onGroup, onClose }: StudentsToAddProps) {
  const [rows, setRows] = useState<Row[]>(() =>
    entries.map((entry, id) => ({ ...entry, id, name: entry.name ?? '' })),
  );
  const [busy, setBusy] = useState(false);
  const [uncopied, setUncopied] = useState<Invited>();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const left = rows.filter((row) => !isAdded(row));
  const hasGroups = entries.some((entry) => entry.group !== undefined);
  const hasAnswers = rows.some(({ answer }) => answer !== undefined);

  // The field into which they were pasted is gone.
  useEffect(() => heading.current?.focus(), []);

  // In a long list what is to be mended may be out of sight.
  useEffect(() => {
    if (!busy) list.current?.querySelector('[aria-invalid=true]')?.scrollIntoView({ block: 'nearest' });
  }, [busy]);

  const change = (id: number, changed: Partial<Row>) =>
    setRows((now) => now.map((row) => (row.id === id ? { ...row, ...changed } : row)));

  async function addAll(): Promise<void> {
    setBusy(true);
    const common = group.trim() ? [group] : [];
    const adding = left.map((row) => ({
      id: row.id,
      email: row.email.trim(),
      name: row.name.trim() || null,
      groups: hasGroups ? groupNamesIn(row.group ?? '') : common,
    }));
    await addStudents(adding, ({ id }, answer) => change(id, { answer }));
    setBusy(false);
    await refreshStudents();
  }

  function leaveOut(id: number): void {
    if (rows.length === 1) onClose();
    else {
      setRows(rows.filter((row) => row.id !== id));
      heading.current?.focus();
    }
  }

  return (
    <section aria-label="Students to add" className="grid grid-cols-1 gap-3">
      <h3 ref={heading} tabIndex={-1} aria-live="polite" className="text-body tabular-nums">
        {hasAnswers
          ? `${rows.length - left.length} of ${rows.length} added`
          : counted(rows.length, 'student')}
      </h3>
      {uncopied && (
        <InvitationPanel
          key={uncopied.email}
          invited={uncopied}
          isUncopied
          onClose={() => setUncopied(undefined)}
        />
      )}
      <ul ref={list} className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {rows.map((row) => (
          <li key={row.id} className="py-2 pr-1 pl-3">
            {isAdded(row) ? (
              <Added row={row} onUncopied={setUncopied} />
            ) : (
              <ToAdd
                row={row}
                hasGroup={hasGroups}
                disabled={busy}
                onChange={(changed) => change(row.id, changed)}
                onLeaveOut={() => leaveOut(row.id)}
              />
            )}
          </li>
        ))}
      </ul>
      {!hasGroups && left.length > 0 && (
        <div className="max-w-form">
          <GroupPicker value={group} onChange={onGroup} disabled={busy} />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {left.length > 0 && (
          <Button disabled={busy} onClick={onClose}>
            {hasAnswers ? 'Close' : 'Cancel'}
          </Button>
        )}
        {/* One button, so that the focus stays where it was when all are added. */}
        <Button
          variant={left.length > 0 ? 'primary' : 'secondary'}
          busy={busy}
          busyLabel="Adding..."
          onClick={() => (left.length > 0 ? void addAll() : onClose())}
        >
          {left.length > 0 ? `Add ${counted(left.length, 'student')}` : 'Done'}
        </Button>
      </div>
    </section>
  );
}

type ToAddProps = {
  row: Row;
  /** The list names groups. */
  hasGroup: boolean;
  disabled: boolean;
  onChange: (changed: Partial<Row>) => void;
  onLeaveOut: () => void;
};

function ToAdd({ row, hasGroup, disabled, onChange, onLeaveOut }: ToAddProps) {
  const { id, email, name, group = '', times, answer } = row;
  const shared = { hideLabel: true, reserve: false, autoComplete: 'off', readOnly: disabled } as const;
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]',
        hasGroup && 'to-add-with-group',
      )}
    >
      <Field
        {...shared}
        label={`Name ${id + 1}`}
        placeholder="Name"
        maxLength={NAME_MAX}
        value={name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Field
        {...shared}
        label={`Email ${id + 1}`}
        placeholder="Email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        className="max-sm:col-start-1 max-sm:row-start-2"
        hint={times && `In the list ${times} times, added once.`}
        error={answer?.status === 'failed' && [answer.sentence, answer.hint].filter(Boolean).join(' ')}
        value={email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      {hasGroup && (
        <Field
          {...shared}
          label={`Group ${id + 1}`}
          placeholder="Group"
          maxLength={GROUPS_TEXT_MAX}
          className="max-sm:col-start-1"
          value={group}
          onChange={(event) => onChange({ group: event.currentTarget.value })}
        />
      )}
      <IconButton
        title="Leave out"
        aria-label={`Leave out ${name || email || `student ${id + 1}`}`}
        icon={<X />}
        disabled={disabled}
        onClick={onLeaveOut}
      />
    </div>
  );
}

type AddedProps = { row: Row; onUncopied: (answer: Invited | undefined) => void };

function Added({ row: { name, answer }, onUncopied }: AddedProps) {
  if (!answer) return null;
  const isPending = answer.status === 'pending';
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          {name && <span className="mr-2 font-medium">{name}</span>}
          <Address>{answer.email}</Address>
        </p>
        <p className="flex items-start gap-1.5 text-small text-ink-soft [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
          {isPending ? (
            <Clock className="text-part" aria-hidden="true" />
          ) : (
            <CircleCheck aria-hidden="true" />
          )}
          <span>
            {answer.sentence}
            {isPending && ` ${ASKED_FIRST}`}
          </span>
        </p>
      </div>
      {isPending && (
        <IconButton
          title="Copy invitation link"
          aria-label={`Copy invitation link of ${answer.email}`}
          size="small"
          icon={<Copy />}
          onClick={() =>
            void copyLink(answer.link).then((isCopied) => onUncopied(isCopied ? undefined : answer))
          }
        />
      )}
    </div>
  );
}
