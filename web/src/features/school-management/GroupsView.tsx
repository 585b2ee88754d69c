import { Ellipsis, Pencil, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { SchoolGroup } from '../../../../contract/school-groups.ts';
import { counted } from '../../format/counted.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { focusHeading } from '../../ui/focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { FindIn } from './FindIn.tsx';
import { useGrowing } from './list-keys.ts';
import { type Managed } from './managed.ts';
import { RenameGroupDialog } from './RenameGroupDialog.tsx';
import { loginOf, nameOf, type School, teacherWords, type User } from './school-data.ts';
import './people.css';
import { deleteGroup } from './school-groups.ts';

/** Fewer are found by looking. */
const SEARCH_FROM = 7;
const FIRST = 12;

type GroupsViewProps = {
  managed: Managed;
  school: School;
  groups: readonly SchoolGroup[];
  onAssign: (teacherId: number, emails: readonly string[]) => Promise<boolean>;
  onRemoveMany: (teacherId: number, emails: readonly string[]) => Promise<boolean>;
};

/** The school's groups: each as a whole gets a teacher, or loses one. */
export default function GroupsView({ groups, ...rest }: GroupsViewProps) {
  const [words, setWords] = useState('');
  const [renamed, setRenamed] = useState<SchoolGroup>();
  const shown = useMemo(() => {
    const wanted = words.trim().toLowerCase();
    return groups.filter(({ name }) => name.toLowerCase().includes(wanted));
  }, [groups, words]);
  const drawn = useGrowing(shown, FIRST);
  const students = useMemo(
    () => new Map(rest.school.students.map((student) => [student.id, student])),
    [rest.school.students],
  );
  return (
    <section aria-label="Groups" className="min-w-0">
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lead">
          Groups <span className="text-small font-normal text-ink-soft tabular-nums">{groups.length}</span>
        </h2>
        {groups.length >= SEARCH_FROM && (
          <div className="flex w-full sm:w-56">
            <FindIn
              label="Search groups"
              words={words}
              found={shown.length}
              what="group"
              onSearch={setWords}
            />
          </div>
        )}
      </div>
      {shown.length === 0 && (
        <Card>
          <EmptyState className="py-6" action={<Button onClick={() => setWords('')}>Show all groups</Button>}>
            No group matches “{words}”.
          </EmptyState>
        </Card>
      )}
      <ul className="side-by-side">
        {drawn.map((group) => (
          <GroupCard
            key={group.id}
            {...rest}
            group={group}
            members={group.members.flatMap((id) => students.get(id) ?? [])}
            onRename={() => setRenamed(group)}
          />
        ))}
      </ul>
      {renamed && (
        <RenameGroupDialog managed={rest.managed} group={renamed} onClose={() => setRenamed(undefined)} />
      )}
    </section>
  );
}

type GroupCardProps = Omit<GroupsViewProps, 'groups'> & {
  group: SchoolGroup;
  members: readonly User[];
  onRename: () => void;
};

function GroupCard({ group, members, school, managed, onAssign, onRemoveMany, onRename }: GroupCardProps) {
  const { name } = group;
  const [teacherId, setTeacherId] = useState('');
  const [busy, setBusy] = useState(false);
  const taught = useMemo(() => taughtBy(members, school), [members, school]);
  const teacher = school.teachers.find(({ id }) => String(id) === teacherId);
  const known = teacher && taught.find(({ id }) => id === teacher.id);
  const missing = members.length - (known?.students.length ?? 0);

  async function assign(): Promise<void> {
    if (!teacher) return;
    setBusy(true);
    const isDone = await onAssign(teacher.id, members.map(loginOf));
    setBusy(false);
    if (isDone) setTeacherId('');
  }

  return (
    <li className="flex min-w-0 flex-col rounded-lg border border-line bg-surface p-3 shadow-card">
      <div className="flex items-center gap-2">
        <h3 tabIndex={-1} className="min-w-0 flex-1 truncate text-body" title={name}>
          <bdi>{name}</bdi>
        </h3>
        <Badge className="tabular-nums">{counted(members.length, 'student')}</Badge>
        <Menu
          label={`More for ${name}`}
          renderTrigger={(props) => (
            <IconButton
              size="small"
              title="More"
              aria-label={`More for ${name}`}
              icon={<Ellipsis />}
              {...props}
            />
          )}
        >
          <MenuItem icon={<Pencil aria-hidden="true" />} onClick={onRename}>
            Rename
          </MenuItem>
          <MenuItem
            icon={<Trash2 aria-hidden="true" />}
            onClick={({ currentTarget }) => {
              focusHeading(currentTarget);
              void deleteGroup(managed, group);
            }}
          >
            Delete
          </MenuItem>
        </Menu>
      </div>
      {taught.length === 0 ? (
        <p className="py-1.5 text-small text-ink-soft">No teacher yet</p>
      ) : (
        <ul aria-label={`Teachers of ${name}`} className="py-1">
          {taught.map(({ id, name: teacherName, students }) => (
            <li key={id} className="flex min-h-8 items-center gap-2 rounded-md hover:bg-hover">
              <span className="min-w-0 flex-1 truncate" title={teacherName}>
                {teacherName}
              </span>
              <span className="text-small text-ink-soft tabular-nums">
                {students.length} of {members.length}
              </span>
              <IconButton
                title="Remove"
                aria-label={`Remove ${name} from ${teacherName}`}
                variant="danger"
                size="small"
                icon={<X />}
                onClick={({ currentTarget }) => {
                  currentTarget.closest('ul')?.parentElement?.querySelector('h3')?.focus();
                  void onRemoveMany(id, students.map(loginOf));
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {members.length > 0 && (
        <form
          noValidate
          method="post"
          aria-label={`Assign ${name}`}
          className="grid grid-cols-1 gap-2 pt-1"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void assign();
          }}
        >
          <SelectField
            label="Teacher"
            hideLabel
            reserve={false}
            value={teacher ? teacherId : ''}
            onChange={(event) => setTeacherId(event.currentTarget.value)}
          >
            <option value="">Select a teacher</option>
            {school.teachers.map((one) => (
              <option key={one.id} value={one.id}>
                {teacherWords(one)}
              </option>
            ))}
          </SelectField>
          {teacher && (
            <>
              <p role="status" className="text-small text-ink-soft">
                {missing.toLocaleString('en-US')} of {counted(members.length, 'student')} will change
              </p>
              <Button
                type="submit"
                variant="primary"
                busy={busy}
                busyLabel="Assigning..."
                disabled={missing === 0}
              >
                {missing === 1 ? 'Assign 1 Student' : `Assign ${missing.toLocaleString('en-US')} Students`}
              </Button>
            </>
          )}
        </form>
      )}
    </li>
  );
}

type Taught = { id: number; name: string; students: User[] };

/** Who teaches students of a group, those with the most first. */
function taughtBy(members: readonly User[], { teachersOf, teachers }: School): Taught[] {
  const byTeacher = new Map<number, User[]>();
  for (const student of members)
    for (const { teacher_id: id } of teachersOf.get(student.id) ?? [])
      byTeacher.set(id, [...(byTeacher.get(id) ?? []), student]);
  return teachers
    .flatMap((teacher) => {
      const students = byTeacher.get(teacher.id);
      return students ? { id: teacher.id, name: nameOf(teacher), students } : [];
    })
    .toSorted((a, b) => b.students.length - a.students.length);
}
