import { useState } from 'react';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { useApiQuery } from '../../api/query.ts';
import ResetPasswordDialog from '../../layout/ResetPasswordDialog.tsx';
import { ArchiveDialog } from './ArchiveDialog.tsx';
import { useArchived } from './archive.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { ChoicePills } from './ChoicePills.tsx';
import { GroupsDialog } from './GroupsDialog.tsx';
import { type Managed, requestTo } from './managed.ts';
import { changeRoles, type SchoolRole, unassignAll } from './people-acts.ts';
import { ofPeople } from './people-gone.ts';
import { type Person, peopleIn } from './people-words.ts';
import { ResetManyDialog } from './ResetManyDialog.tsx';
import { nameOf } from './school-data.ts';
import { useGroupsOf } from './useSchoolGroups.ts';
import { useSchoolName } from './useSchoolName.ts';

export type PeopleAct = 'groups' | 'role' | 'unassign' | 'reset' | 'archive';

type PeopleDialogProps = {
  managed: Managed;
  people: readonly Person[];
  /** `isGone`: they are in no list of the school any more. */
  onClose: (isGone?: boolean) => void;
};

const DIALOGS = {
  groups: GroupsDialog,
  role: RolesDialog,
  unassign: UnassignDialog,
  reset: ResetDialog,
};

/** What is done to people of a school, whether one or many. */
export default function PeopleDialog({ act, onClose, ...rest }: PeopleDialogProps & { act: PeopleAct }) {
  if (act === 'archive') return <ArchiveToday {...rest} onClose={onClose} />;
  const Chosen = DIALOGS[act];
  // Whatever a button tells about its press, nobody is gone by these.
  return <Chosen {...rest} onClose={() => onClose()} />;
}

function RolesDialog({ managed, people, onClose }: PeopleDialogProps) {
  const [role, setRole] = useState<SchoolRole>();
  const changing = people.filter((one) => role !== undefined && one.role !== role);
  return (
    <ChangeDialog
      title={`Role of ${peopleIn(people)}`}
      people={people}
      changing={changing}
      submit={
        changing.length === 1 ? 'Change 1 role' : `Change ${changing.length.toLocaleString('en-US')} roles`
      }
      run={async () => {
        if (role !== undefined) await changeRoles(managed, changing, role);
      }}
      failed="Failed to change the roles"
      onClose={onClose}
    >
      <ChoicePills
        legend="New role"
        choices={[
          ['student', 'Student'],
          ['teacher', 'Teacher'],
        ]}
        value={role}
        onChoose={setRole}
      >
        New role
      </ChoicePills>
      <p>Anyone whose role changes is logged out everywhere. Everyone keeps their work.</p>
    </ChangeDialog>
  );
}

function UnassignDialog({ managed, people, onClose }: PeopleDialogProps) {
  const classes = useApiQuery('GET /admin/schools/{schoolId}/users-and-classes', requestTo(managed)).data
    ?.classes;
  const taught = new Set(classes?.map(({ student_id }) => student_id));
  const students = people.filter(({ role }) => role === 'student');
  const changing = students.filter(({ id }) => taught.has(id));
  return (
    <ChangeDialog
      title={`Unassign ${peopleIn(students)} from all teachers?`}
      people={students}
      changing={changing}
      submit={`Unassign ${changing.length.toLocaleString('en-US')}`}
      run={() => unassignAll(managed, changing)}
      failed="Failed to unassign them"
      onClose={onClose}
    >
      <p>They keep their work. Teachers no longer see it.</p>
    </ChangeDialog>
  );
}

function ResetDialog({ managed, people, onClose }: PeopleDialogProps) {
  const [only] = people;
  const school = useSchoolName(managed);
  const groupsOf = useGroupsOf(managed);
  if (!only || people.length > 1)
    return <ResetManyDialog managed={managed} people={people} onClose={onClose} />;
  const { as } = managed;
  const params = { id: only.id };
  return (
    <ResetPasswordDialog
      name={nameOf(only)}
      slip={{
        username: only.username,
        name: only.name ?? undefined,
        group: groupsOf.get(only.id)?.join(', '),
      }}
      school={school}
      reset={() =>
        ofPeople(
          managed,
          as === 'schoolAdmin'
            ? call('POST /schooladmin/users/{id}/password', { as, params })
            : call('POST /admin/users/{id}/password', { as, params }),
        )
      }
      mailLink={() =>
        ofPeople(
          managed,
          as === 'schoolAdmin'
            ? call('POST /schooladmin/users/{id}/password/link', { as, params })
            : call('POST /admin/users/{id}/password/link', { as, params }),
        )
      }
      sentence={(error) => adminSentence(error, 'Failed to reset the password')}
      onClose={onClose}
    />
  );
}

/** Until it is known until when they are kept, nobody is asked. */
function ArchiveToday(props: PeopleDialogProps) {
  const eraseOn = useArchived(props.managed)?.erase_on;
  return eraseOn !== undefined && <ArchiveDialog {...props} eraseOn={eraseOn} />;
}
