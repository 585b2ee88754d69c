import { Archive, SearchX, Users } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { roleLabel } from '../../../../domain/roles.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { ListBar } from '../../lists/ListBar.tsx';
import { countedUsers, PagedTable } from '../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { type AboutUnconfirmed, Unconfirmed } from '../../lists/Unconfirmed.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useArchived } from './archive.ts';
import { sayFailure } from './failure-toasts.ts';
import { type Managed } from './managed.ts';
import { RoleSelect } from './RoleSelect.tsx';
import { matching, nameOf, type School, type User } from './school-data.ts';
import { reloadSchool } from './useSchool.ts';

const ArchiveDialog = lazy(() => import('./ArchiveDialog.tsx'));
const ArchivedList = lazy(() => import('./ArchivedList.tsx'));
const UnconfirmedDialog = lazy(() => import('../../layout/UnconfirmedDialog.tsx'));

const COLUMNS = ['Username', 'Email', 'Role', 'Change Role', 'Actions'];
const GRID =
  'md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_7.5rem_8rem_3.5rem] md:items-center md:gap-x-3';

type SchoolRole = 'student' | 'teacher';
/** Roles on their way to the server, by the user's id. */
type Wanted = ReadonlyMap<number, SchoolRole>;

type UserTableProps = { managed: Managed; school: School };

export function UserTable({ managed, school }: UserTableProps) {
  const archived = useArchived(managed);
  const [view, setView] = useState<'all' | 'archived'>('all');
  const hasArchived = archived !== undefined && archived.users.length > 0;
  return (
    <section aria-label="All users" className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lead">All Users</h2>
        {hasArchived && (
          <Segments
            label="Users to show"
            items={[
              { id: 'all', label: 'All', count: school.users.length },
              { id: 'archived', label: 'Archived', count: archived.users.length },
            ]}
            value={view}
            onChange={setView}
          />
        )}
      </div>
      {hasArchived && view === 'archived' ? (
        <Suspense>
          <ArchivedList managed={managed} users={archived.users} />
        </Suspense>
      ) : (
        <AllUsers managed={managed} school={school} eraseOn={archived?.erase_on} />
      )}
    </section>
  );
}

/** `eraseOn`: the day on which whoever is archived today would be deleted. */
function AllUsers({ managed, school, eraseOn }: UserTableProps & { eraseOn: string | undefined }) {
  const [words, setWords] = useState('');
  const [leaver, setLeaver] = useState<User>();
  const { wanted, setRole } = useRoles(managed);
  const [asked, setAsked] = useState<{ user: User; act: AboutUnconfirmed }>();
  const rows = useMemo(() => matching(school.users, words), [school.users, words]);
  return (
    <>
      <ListBar
        search={{ label: 'Search users', value: words, onSearch: setWords }}
        status={countedUsers(rows.length, words !== '')}
      />
      <Card flush aria-label="Users" className="mt-3">
        {rows.length > 0 && (
          <PagedTable
            label="Users"
            columns={COLUMNS}
            headClassName={cx(GRID, 'max-md:sr-only')}
            heights={[129, 53]}
            cardsBelow="48rem"
            list={{ rows }}
            renderRow={(user, index, ref) => (
              <UserRow
                key={user.id}
                user={user}
                role={wanted.get(user.id) ?? user.role}
                isBusy={wanted.has(user.id)}
                index={index}
                rowRef={ref}
                onRole={(role) => void setRole(user, role)}
                onAct={(act) => setAsked({ user, act })}
                onArchive={() => setLeaver(user)}
              />
            )}
          />
        )}
        {rows.length === 0 &&
          (words === '' ? (
            <EmptyState icon={<Users />} hint="Create a teacher here, or import a whole list.">
              No users yet.
            </EmptyState>
          ) : (
            <EmptyState
              icon={<SearchX />}
              hint="Try a part of the username or of the e-mail address."
              action={<Button onClick={() => setWords('')}>Clear search</Button>}
            >
              No users found.
            </EmptyState>
          ))}
      </Card>
      {asked && (
        <Suspense>
          <AskedDialog {...asked} managed={managed} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      {leaver && eraseOn !== undefined && (
        <Suspense>
          <ArchiveDialog
            managed={managed}
            people={[leaver]}
            eraseOn={eraseOn}
            onClose={() => setLeaver(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type AskedDialogProps = { user: User; act: AboutUnconfirmed; managed: Managed; onClose: () => void };

function AskedDialog({ user, act, managed, onClose }: AskedDialogProps) {
  const { id, email, username, role } = user;
  async function run(): Promise<void> {
    if (managed.as === 'schoolAdmin') {
      const request = { as: managed.as, params: { id } };
      if (act === 'confirm') await call('POST /schooladmin/users/{id}/confirm', request);
      else await call('DELETE /schooladmin/users/{id}', request);
    } else {
      const request = { as: managed.as, params: { id } };
      if (act === 'confirm') await call('POST /admin/users/{id}/confirm', request);
      else
        await call('PUT /admin/users/{id}', { ...request, json: { email, username, role, school_id: null } });
    }
    await reloadSchool(managed);
  }
  return (
    <UnconfirmedDialog
      act={act}
      name={nameOf(user)}
      email={email}
      run={run}
      sentence={(error) => adminSentence(error, 'This did not work. Please try again.')}
      onClose={onClose}
    />
  );
}

/** A role is shown at once, and taken back should the server refuse. */
function useRoles(managed: Managed) {
  const [wanted, setWanted] = useState<Wanted>(new Map());

  async function setRole(user: User, role: SchoolRole): Promise<void> {
    const before = user.role;
    if (role === before || wanted.has(user.id)) return;
    setWanted((now) => new Map(now).set(user.id, role));
    try {
      await call('POST /admin/schools/{schoolId}/users/{userId}/role', {
        as: managed.as,
        params: { schoolId: managed.schoolId, userId: user.id },
        json: { role },
      });
      await reloadSchool(managed);
      showToast({
        tone: 'done',
        text: `${nameOf(user)} is now a ${roleLabel(role).toLowerCase()}`,
        ...(before !== 'school_admin' && {
          action: { label: 'Undo', run: () => void setRole({ ...user, role }, before) },
        }),
      });
    } catch (error) {
      sayFailure(error, 'Failed to update role');
    }
    setWanted((now) => {
      const rest = new Map(now);
      rest.delete(user.id);
      return rest;
    });
  }

  return { wanted, setRole };
}

type UserRowProps = RowPlace & {
  user: User;
  role: User['role'];
  isBusy: boolean;
  onRole: (role: SchoolRole) => void;
  onAct: (act: AboutUnconfirmed) => void;
  onArchive: () => void;
};

/** A row of the table; on phones a card. */
function UserRow({ user, role, isBusy, index, rowRef, onRole, onAct, onArchive }: UserRowProps) {
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className={cx(
        GRID,
        'px-4 py-3 wrap-anywhere md:min-h-13 sm:px-5 md:py-1.5 md:hover:bg-hover',
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3',
      )}
    >
      <span role="cell" className="min-w-0 font-medium">
        <OrNotSet>{user.username}</OrNotSet>
      </span>
      <span role="cell" className="min-w-0 text-ink-soft max-md:order-3 max-md:col-span-2">
        <Address>{user.email}</Address>
        {!user.email_confirmed && role !== 'school_admin' && (
          <>
            {' '}
            <Unconfirmed name={nameOf(user)} onAct={onAct} />
          </>
        )}
      </span>
      <span role="cell" className="flex items-start max-md:order-2">
        <Badge>{roleLabel(role)}</Badge>
      </span>
      <span role="cell" className="min-w-0 max-md:order-4 max-md:mt-2">
        {role === 'school_admin' ? (
          <span className="text-small text-ink-soft max-md:hidden">Not changed here</span>
        ) : (
          <RoleSelect name={nameOf(user)} role={role} isBusy={isBusy} onChange={onRole} />
        )}
      </span>
      <span role="cell" className="max-md:order-5 max-md:mt-2 print:hidden!">
        {role !== 'school_admin' && (
          <IconButton
            title="Archive"
            aria-label={`Archive ${nameOf(user)}`}
            icon={<Archive />}
            onClick={onArchive}
          />
        )}
      </span>
    </TableRow>
  );
}
