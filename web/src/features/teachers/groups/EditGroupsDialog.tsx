import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { GROUP_NAME_MAX } from '../../../../../domain/groups.ts';
import { shownName } from '../../../../../domain/shown-name.ts';
import { useSubmit } from '../../../api/useSubmit.ts';
import { counted } from '../../../format/counted.ts';
import { Form } from '../../../layout/Form.tsx';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { pathTo } from '../../../paths.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field, TextareaField } from '../../../ui/Field.tsx';
import { focusHeading } from '../../../ui/focus.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type Student, useStudents } from '../useStudents.ts';
import { deleteGroup, saveGroup, saveSentence, UnknownMembers } from './edit-groups.ts';
import { dropDraft, keepDraft, readDraft } from './group-drafts.ts';
import { memberLines } from './group-members.ts';
import { type Group, useGroups } from './useGroups.ts';

/** The teacher's groups, to be renamed, filled and deleted; the school's are only shown. */
export default function EditGroupsDialog({ onClose }: { onClose: () => void }) {
  const groups = useGroups().data?.groups ?? [];
  const students = useStudents().data?.students ?? [];
  /** Which one is being edited; 'new' for one that is being made. */
  const [edited, setEdited] = useState<number | 'new'>();
  const close = () => setEdited(undefined);
  // What is edited may be deleted meanwhile.
  const isEditing = edited === 'new' || groups.some(({ id }) => id === edited);
  return (
    <Dialog
      open
      title="Edit groups"
      onClose={onClose}
      // A form has its own buttons, and Back leads from it to the list.
      {...(isEditing ? { onBack: close } : { footer: <Button onClick={onClose}>Done</Button> })}
    >
      <ul aria-label="Groups" className="divide-y divide-line border-t border-b border-line">
        {groups.map((group) => (
          <li key={group.id} className="py-2">
            <Row
              group={group}
              isEdited={edited === group.id}
              onEdit={() => setEdited(edited === group.id ? undefined : group.id)}
            />
            {edited === group.id && <GroupForm group={group} students={students} onClose={close} />}
          </li>
        ))}
        {edited === 'new' && (
          <li className="py-2">
            <GroupForm group={undefined} students={students} onClose={close} />
          </li>
        )}
      </ul>
      {edited !== 'new' && (
        <Button
          size="small"
          className="mt-3"
          icon={<Plus className="size-4" aria-hidden="true" />}
          onClick={() => setEdited('new')}
        >
          New group
        </Button>
      )}
    </Dialog>
  );
}

type RowProps = { group: Group; isEdited: boolean; onEdit: () => void };

function Row({ group, isEdited, onEdit }: RowProps) {
  const { name, is_school: isSchool, students } = group;
  return (
    <div className="flex min-h-11 items-center gap-2">
      <p className="min-w-0 flex-1">
        <span className="font-medium wrap-anywhere">{name}</span>{' '}
        <span className="text-small whitespace-nowrap text-ink-soft">
          {counted(students.length, 'student')}
        </span>
      </p>
      {isSchool ? (
        <Badge>From your school</Badge>
      ) : (
        <>
          <Button
            size="small"
            variant="ghost"
            aria-expanded={isEdited}
            aria-label={`Edit ${name}`}
            onClick={onEdit}
          >
            Edit
          </Button>
          <IconButton
            title="Delete group"
            aria-label={`Delete ${name}`}
            variant="danger"
            size="small"
            icon={<Trash2 />}
            onClick={({ currentTarget }) => {
              focusHeading(currentTarget);
              void deleteGroup(group);
            }}
          />
        </>
      )}
    </div>
  );
}

type GroupFormProps = { group: Group | undefined; students: readonly Student[]; onClose: () => void };

function GroupForm({ group, students, onClose }: GroupFormProps) {
  // It may change while it is edited.
  const [opened] = useState(group);
  /** Saved or given up: what was typed is not wanted again. */
  function close(): void {
    dropDraft(opened);
    onClose();
  }
  const leaveOut = useRef(false);
  const [hasUnknown, setHasUnknown] = useState(false);
  const form = useSubmit(async (data) => {
    const isLeaving = leaveOut.current;
    leaveOut.current = false;
    try {
      await saveGroup(data, group, { students, leaveOut: isLeaving });
      close();
    } catch (error) {
      setHasUnknown(error instanceof UnknownMembers);
      throw error;
    }
  }, saveSentence);
  const [{ name, students: members }] = useState(
    () =>
      readDraft(group) ?? {
        name: group?.name ?? '',
        students: memberLines(
          students
            .filter(({ id }) => group?.students.includes(id))
            .toSorted((a, b) => shownName(a).localeCompare(shownName(b))),
        ),
      },
  );
  return (
    <Form
      page={pathTo('teachers')}
      form={form}
      aria-label={group ? `Edit ${group.name}` : 'New group'}
      className="grid gap-1 pt-2 pb-3"
      onInput={(event) => keepDraft(opened, new FormData(event.currentTarget))}
    >
      <Field
        label="Name"
        name="name"
        required
        autoComplete="off"
        maxLength={GROUP_NAME_MAX}
        defaultValue={name}
        ref={focusOnce}
      />
      <TextareaField
        label="Students"
        name="students"
        rows={6}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint="Paste or type their addresses. The group will have exactly the students listed here."
        defaultValue={members}
      />
      <FormFailure failure={form.failure} />
      <div className="group-acts">
        {hasUnknown && (
          <Button
            size="small"
            type="submit"
            disabled={form.busy}
            onClick={() => {
              leaveOut.current = true;
            }}
          >
            Save without them
          </Button>
        )}
        <Button size="small" disabled={form.busy} onClick={close}>
          Cancel
        </Button>
        <Button size="small" type="submit" variant="primary" busy={form.busy} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </Form>
  );
}

/** Opened by a press, it is what comes next. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus();
}
