import type { ReactNode } from 'react';
import { ROLES, roleLabel } from '../../../../domain/roles.ts';
import {
  INACTIVE_DAYS,
  SORT_ORDERS,
  type SortOrder,
  USER_SORTS,
  type UserSort,
} from '../../../../domain/school-dashboard.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import PapersFields from '../../papers/PapersFields.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { CARDS_BELOW, SORT_WORDS } from './UserTable.tsx';
import { useChoices } from './useChoices.ts';
import { ALL_USERS, sortedBy, type UsersView } from './users-view.ts';

const MOST = { asc: 'Least first', desc: 'Most first' };
const HIGHEST = { asc: 'Lowest first', desc: 'Highest first' };
const ORDER_WORDS: Record<UserSort, Record<SortOrder, string>> = {
  id: HIGHEST,
  username: { asc: 'A to Z', desc: 'Z to A' },
  done: MOST,
  average: HIGHEST,
  activity: { asc: 'Oldest first', desc: 'Newest first' },
};

type UserFilterFieldsProps = { view: UsersView; onShow: (change: Partial<UsersView>) => void };

/** Each narrows the list at once. */
export default function UserFilterFields({ view, onShow }: UserFilterFieldsProps) {
  const choices = useChoices();
  const areCards = useMediaQuery(`(width < ${CARDS_BELOW})`);
  const subjects = (choices?.subjects ?? [])
    .map((id) => ({ id, name: subjectName(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
  return (
    <div className="grid grid-cols-2 gap-3">
      {/* Elsewhere the heads of the columns do it. */}
      {areCards && (
        <SelectField
          label="Sort by"
          reserve={false}
          value={view.sort}
          onChange={({ currentTarget: { value } }) => {
            const sort = USER_SORTS.find((known) => known === value) ?? 'id';
            if (sort !== view.sort) onShow(sortedBy(ALL_USERS, sort));
          }}
        >
          {USER_SORTS.map((sort) => (
            <option key={sort} value={sort}>
              {SORT_WORDS[sort]}
            </option>
          ))}
        </SelectField>
      )}
      {areCards && (
        <SelectField
          label="Order"
          reserve={false}
          value={view.order}
          onChange={({ currentTarget: { value } }) => onShow({ order: value === 'desc' ? 'desc' : 'asc' })}
        >
          {SORT_ORDERS.map((order) => (
            <option key={order} value={order}>
              {ORDER_WORDS[view.sort][order]}
            </option>
          ))}
        </SelectField>
      )}
      <Choice
        label="Role"
        value={view.role}
        onChoose={(value) => onShow({ role: ROLES.find((role) => role === value) })}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {roleLabel(role)}
          </option>
        ))}
      </Choice>
      <Choice
        label="Inactive for"
        all="Any time"
        value={view.inactive}
        onChoose={(value) => onShow({ inactive: INACTIVE_DAYS.find((days) => days === value) })}
      >
        {INACTIVE_DAYS.map((days) => (
          <option key={days} value={days}>
            {days} days
          </option>
        ))}
      </Choice>
      <Choice
        label="Teacher"
        value={view.teacher}
        onChoose={(value) => onShow({ teacher: value === 'none' ? 'none' : idOf(value) })}
      >
        <option value="none">Without a teacher</option>
        {choices?.teachers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice label="Group" value={view.group} onChoose={(value) => onShow({ group: idOf(value) })}>
        {choices?.groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label="Subject"
        className="col-span-2"
        value={view.subject}
        onChoose={(value) => onShow({ subject: value || undefined })}
      >
        {subjects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Switch
        className="col-span-2"
        checked={view.unconfirmed}
        onChange={(event) => onShow({ unconfirmed: event.currentTarget.checked })}
      >
        Unconfirmed
      </Switch>
      <fieldset className="col-span-2 border-t border-line pt-3">
        <legend className="sr-only">Papers</legend>
        <PapersFields of="schoolPapers" />
      </fieldset>
    </div>
  );
}

const idOf = (value: string): number | undefined => (value === '' ? undefined : Number(value));

type ChoiceProps = {
  label: string;
  all?: string;
  className?: string;
  value: string | number | undefined;
  onChoose: (value: string) => void;
  children: ReactNode;
};

function Choice({ label, all = 'All', className, value = '', onChoose, children }: ChoiceProps) {
  return (
    <SelectField
      label={label}
      reserve={false}
      {...(className && { className })}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      <option value="">{all}</option>
      {children}
    </SelectField>
  );
}
