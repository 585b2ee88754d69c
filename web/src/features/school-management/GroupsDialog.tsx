import { useState } from 'react';
import { GROUP_NAME_MAX } from '../../../../domain/groups.ts';
import { RefusedField } from '../../api/failure.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { groupChange } from './group-change.ts';
import { type Managed } from './managed.ts';
import { type Person, peopleIn } from './people-words.ts';
import './people.css';
import { changeGroups } from './school-groups.ts';
import { useSchoolGroups } from './useSchoolGroups.ts';

type GroupsDialogProps = { managed: Managed; people: readonly Person[]; onClose: () => void };

/** Which of the school's groups students are in: all of them, some of them, none. */
export function GroupsDialog({ managed, people, onClose }: GroupsDialogProps) {
  const groups = useSchoolGroups(managed);
  /** What was pressed, by the group's id. */
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<string>();
  const students = people.filter(({ role }) => role === 'student');
  const ids = students.map(({ id }) => id);
  const { add, remove, changing } = groupChange(groups, ids, wanted);
  const isNew = name.trim() !== '';

  async function save(): Promise<void> {
    setRefused(undefined);
    try {
      await changeGroups(managed, ids, { add, remove, name: isNew ? name.trim() : undefined });
    } catch (error) {
      if (error instanceof RefusedField) setRefused(error.message);
      throw error;
    }
  }

  return (
    <ChangeDialog
      title={`Groups of ${peopleIn(students)}`}
      people={students}
      changing={isNew ? students : students.filter(({ id }) => changing.has(id))}
      submit="Save"
      run={save}
      failed="Failed to change the groups"
      onClose={onClose}
    >
      {students.length < people.length && (
        <p className="text-ink-soft">Only students can be in a group. Teachers are left out.</p>
      )}
      {groups.length > 0 && (
        <ul aria-label="Groups" className="max-h-64 overflow-y-auto rounded-md border border-line">
          {groups.map((group) => {
            const members = new Set(group.members);
            const inIt = ids.filter((id) => members.has(id)).length;
            const isIn = wanted.get(group.id) ?? inIt === ids.length;
            const isSome = !wanted.has(group.id) && inIt > 0 && inIt < ids.length;
            return (
              <li key={group.id}>
                <Checkbox
                  tone="accent"
                  className="some-in-it w-full items-center px-2.5 py-1.5 pointer-coarse:min-h-11"
                  checked={isIn}
                  indeterminate={isSome}
                  onChange={() => setWanted(new Map(wanted).set(group.id, !isIn))}
                >
                  <bdi className="wrap-anywhere">{group.name}</bdi>
                  {isSome && (
                    <span className="text-small text-ink-soft">
                      {' '}
                      {inIt} of {ids.length}
                    </span>
                  )}
                </Checkbox>
              </li>
            );
          })}
        </ul>
      )}
      <Field
        label="New group"
        name="name"
        optional
        autoComplete="off"
        maxLength={GROUP_NAME_MAX}
        placeholder="12B"
        reserve={false}
        error={refused}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </ChangeDialog>
  );
}
