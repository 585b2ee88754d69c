import { useRef } from 'react';
import { roleLabel } from '../../../../domain/roles.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { FewNames } from '../../lists/FewNames.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import type { Selecting } from '../../lists/selection/selected.ts';
import { type AboutUnconfirmed, Unconfirmed, UnconfirmedBadge } from '../../lists/Unconfirmed.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { PeopleAct } from './PeopleDialog.tsx';
import { PersonMenu } from './PersonMenu.tsx';
import './people.css';
import type { SchoolRole } from './people-acts.ts';
import { RoleSelect } from './RoleSelect.tsx';
import { nameOf, type User } from './school-data.ts';

const SelectBox = lazyPart(() => import('../../lists/selection/SelectBox.tsx'));

/** While people are selected nothing is changed in a row, and the others have the room. */
export const gridOf = (isSelecting: boolean): string =>
  cx(
    'md:grid md:items-center md:gap-x-3',
    isSelecting
      ? 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_7.5rem]'
      : 'md:grid-cols-[minmax(0,1fr)_minmax(0,1.5fr)_7.5rem_8rem_3.5rem]',
  );

/** School admins are made and changed by the platform admin alone. */
export const isSelectable = ({ role }: User): boolean => role !== 'school_admin';

type UserRowProps = RowPlace & {
  user: User;
  /** The names of their groups. */
  groups: readonly string[] | undefined;
  role: User['role'];
  isBusy: boolean;
  /** While people are selected, a row is a box to tick and nothing else. */
  selecting: Selecting | undefined;
  onRole: (role: SchoolRole) => void;
  onConfirm: (act: AboutUnconfirmed) => void;
  onAct: (act: PeopleAct) => void;
};

/** A row of the table; on phones a card. */
export function UserRow({ user, groups, role, isBusy, selecting, index, rowRef, ...acts }: UserRowProps) {
  const { onRole, onConfirm, onAct } = acts;
  const isUnconfirmed = !user.email_confirmed && user.email !== null && role !== 'school_admin';
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className={cx(
        gridOf(selecting !== undefined),
        'relative px-4 py-3 wrap-anywhere md:min-h-13 sm:px-5 md:py-1.5 md:hover:bg-hover',
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3',
        selecting && !isSelectable(user) && 'beside-boxes',
      )}
    >
      <span role="cell" className="flex min-w-0 items-center font-medium">
        {selecting && isSelectable(user) && (
          <SelectBox
            id={user.id}
            name={nameOf(user)}
            selecting={selecting}
            // The bar has not come either, and ends the selecting.
            onMissing={() => undefined}
          />
        )}
        <span className="min-w-0">
          <OrNotSet>{user.username}</OrNotSet>
          {(user.name !== null || groups) && (
            <span className="block text-small font-normal text-ink-soft">
              <bdi>
                <FewNames before={user.name === null ? [] : [user.name]} names={groups ?? []} />
              </bdi>
            </span>
          )}
        </span>
      </span>
      <span role="cell" className="min-w-0 text-ink-soft max-md:order-3 max-md:col-span-2">
        <Address>{user.email}</Address>
        {isUnconfirmed && (
          <> {selecting ? <UnconfirmedBadge /> : <Unconfirmed name={nameOf(user)} onAct={onConfirm} />}</>
        )}
      </span>
      <span role="cell" className="flex items-start max-md:order-2">
        <Badge>{roleLabel(role)}</Badge>
      </span>
      {!selecting && (
        <>
          <span role="cell" className="min-w-0 max-md:order-4 max-md:mt-2 max-md:self-center">
            {role === 'school_admin' ? (
              <span className="text-small text-ink-soft max-md:hidden">Cannot be changed</span>
            ) : (
              <RoleSelect name={nameOf(user)} role={role} isBusy={isBusy} onChange={onRole} />
            )}
          </span>
          <Actions user={user} onAct={onAct} />
        </>
      )}
    </TableRow>
  );
}

function Actions({ user, onAct }: Pick<UserRowProps, 'user' | 'onAct'>) {
  const place = useRef<HTMLSpanElement>(null);
  // What was pressed goes with whoever is archived.
  useFocusAfter(place, focusHeading);
  return (
    <span ref={place} role="cell" className="of-person max-md:order-5 max-md:mt-2 print:hidden!">
      <PersonMenu person={user} onAct={onAct} />
    </span>
  );
}
