import { ListChecks, SearchX, Users } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { roleLabel } from '../../../../domain/roles.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { ListBar } from '../../lists/ListBar.tsx';
import { countedUsers, PagedTable } from '../../lists/PagedTable.tsx';
import { NOBODY, type Selected } from '../../lists/selection/selected.ts';
import type { AboutUnconfirmed } from '../../lists/Unconfirmed.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useArchived, useIsArchivedPending } from './archive.ts';
import { sayFailure } from './failure-toasts.ts';
import { moveInList } from './list-keys.ts';
import { type Managed } from './managed.ts';
import type { PeopleAct } from './PeopleDialog.tsx';
import type { SchoolRole } from './people-acts.ts';
import { ofPeople } from './people-gone.ts';
import { type Searched, usePeopleView } from './people-view.ts';
import { matchingOrIn, nameOf, type School, type User } from './school-data.ts';
import { gridOf, isSelectable, UserRow } from './UserRow.tsx';
import { useLostFocus } from './useLostFocus.ts';
import { reloadSchool } from './useSchool.ts';
import { useGroupsOf } from './useSchoolGroups.ts';

const ArchivedList = lazyPart(() => import('./ArchivedList.tsx'));
const PeopleDialog = lazyPart(() => import('./PeopleDialog.tsx'));
const PeopleSelectionBar = lazyPart(() => import('./PeopleSelectionBar.tsx'));
const UnconfirmedDialog = lazyPart(() => import('../../layout/UnconfirmedDialog.tsx'));

const COLUMNS = ['Username', 'Email', 'Role'];
const ALL_COLUMNS = [...COLUMNS, 'Change Role', 'Actions'];

/** Roles on their way to the server, by the user's id. */
type Wanted = ReadonlyMap<number, SchoolRole>;

type UserTableProps = { managed: Managed; school: School };

export function UserTable({ managed, school }: UserTableProps) {
  const archived = useArchived(managed);
  const [{ show, q }, setView] = usePeopleView(managed);
  const hasArchived = archived !== undefined && archived.users.length > 0;
  const isWaiting = useIsArchivedPending(managed) && show === 'archived';
  const list = { words: q, onSearch: (words: string) => setView({ show, q: words }) };
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
            value={show}
            onChange={(next) => setView({ show: next, q: '' })}
          />
        )}
      </div>
      {isWaiting ? (
        <Skeleton className="h-96 w-full rounded-lg" />
      ) : hasArchived && show === 'archived' ? (
        <ArchivedList
          {...list}
          managed={managed}
          users={archived.users}
          onMissing={() => setView({ show: 'all', q: '' })}
        />
      ) : (
        <AllUsers {...list} managed={managed} school={school} />
      )}
    </section>
  );
}

function AllUsers({ managed, school, words, onSearch }: UserTableProps & Searched) {
  const { wanted, setRole } = useRoles(managed);
  const [asked, setAsked] = useState<{ user: User; act: AboutUnconfirmed }>();
  const [open, setOpen] = useState<{ act: PeopleAct; people: readonly User[] }>();
  const [selected, setSelected] = useState<Selected>();
  const [stop, setStop] = useState<number>();
  const selectButton = useRef<HTMLButtonElement>(null);
  const groupsOf = useGroupsOf(managed);
  const rows = useMemo(() => matchingOrIn(school.users, groupsOf, words), [school.users, groupsOf, words]);
  // Archived elsewhere, perhaps: nobody is left to select.
  if (selected && !school.users.some(isSelectable)) setSelected(undefined);
  // The bar goes with what was pressed in it.
  useLostFocus(
    selected !== undefined,
    () => selectButton.current ?? document.querySelector<HTMLElement>('h1'),
  );
  const selecting = useMemo(
    () =>
      selected && {
        selected,
        shown: rows.filter(isSelectable).map(({ id }) => id),
        onSelect: setSelected,
        stop,
        onStop: setStop,
      },
    [selected, rows, stop],
  );
  return (
    <>
      <ListBar
        search={{ label: 'Search users', value: words, onSearch }}
        status={countedUsers(rows.length, words !== '')}
        action={
          school.users.some(isSelectable) && (
            <Button
              size="small"
              icon={<ListChecks className="size-4" aria-hidden="true" />}
              ref={selectButton}
              className="print:hidden"
              aria-pressed={selecting !== undefined}
              onClick={() => setSelected(selecting ? undefined : NOBODY)}
            >
              <span className="max-sm:sr-only">Select</span>
            </Button>
          )
        }
      />
      <Card
        flush
        aria-label="Users"
        className="mt-3"
        onKeyDown={(event) => selecting && moveInList(event, '.select-box > input')}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setStop(undefined);
        }}
      >
        {rows.length > 0 && (
          <PagedTable
            label="Users"
            columns={selecting ? COLUMNS : ALL_COLUMNS}
            headClassName={cx(gridOf(selecting !== undefined), 'max-md:sr-only', selecting && 'beside-boxes')}
            heights={[129, 53]}
            cardsBelow="48rem"
            list={{ rows }}
            renderRow={(user, index, ref) => (
              <UserRow
                key={user.id}
                user={user}
                groups={groupsOf.get(user.id)}
                role={wanted.get(user.id) ?? user.role}
                isBusy={wanted.has(user.id)}
                selecting={selecting}
                index={index}
                rowRef={ref}
                onRole={(role) => void setRole(user, role)}
                onConfirm={(act) => setAsked({ user, act })}
                onAct={(act) => setOpen({ act, people: [user] })}
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
              hint="Try a part of the username or of the e-mail address, or a group."
              action={<Button onClick={() => onSearch('')}>Show all</Button>}
            >
              No user matches “{words}”.
            </EmptyState>
          ))}
      </Card>
      {selecting && (
        <PeopleSelectionBar
          users={school.users.filter(isSelectable)}
          selecting={selecting}
          onAct={(act, people) => setOpen({ act, people })}
          onDone={() => {
            setSelected(undefined);
            selectButton.current?.focus();
          }}
          onMissing={() => setSelected(undefined)}
        />
      )}
      {asked && <AskedDialog {...asked} managed={managed} onClose={() => setAsked(undefined)} />}
      {open && (
        <PeopleDialog
          {...open}
          managed={managed}
          onClose={(isGone = false) => {
            setOpen(undefined);
            const gone = new Set(isGone ? open.people.map(({ id }) => id) : []);
            // A bar over an empty list would select nobody.
            if (isGone && !rows.some((one) => isSelectable(one) && !gone.has(one.id))) setSelected(undefined);
          }}
          onMissing={() => setOpen(undefined)}
        />
      )}
    </>
  );
}

type AskedDialogProps = { user: User; act: AboutUnconfirmed; managed: Managed; onClose: () => void };

function AskedDialog({ user, act, managed, onClose }: AskedDialogProps) {
  const { id, email, username, role } = user;
  function send(): Promise<unknown> {
    if (managed.as === 'schoolAdmin') {
      const request = { as: managed.as, params: { id } };
      return act === 'confirm'
        ? call('POST /schooladmin/users/{id}/confirm', request)
        : call('DELETE /schooladmin/users/{id}', request);
    }
    const request = { as: managed.as, params: { id } };
    return act === 'confirm'
      ? call('POST /admin/users/{id}/confirm', request)
      : call('PUT /admin/users/{id}', { ...request, json: { email, username, role, school_id: null } });
  }
  async function run(): Promise<void> {
    await ofPeople(managed, send());
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
      onMissing={onClose}
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
      await ofPeople(
        managed,
        call('POST /admin/schools/{schoolId}/users/{userId}/role', {
          as: managed.as,
          params: { schoolId: managed.schoolId, userId: user.id },
          json: { role },
        }),
      );
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
