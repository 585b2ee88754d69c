import { SearchField } from '../../lists/SearchField.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { TYPES, type UserFilter, type UserType } from './dashboard-view.ts';
import { useSchools } from './useSchools.ts';

const LABELS: Record<UserType, string> = {
  student: 'Students',
  teacher: 'Teachers',
  school_admin: 'School Admin',
  archived: 'Archived',
};

type UserFiltersProps = { filter: UserFilter; onFilter: (filter: UserFilter) => void };

/** By words, by school and by role; who fits all of them is shown. */
export function UserFilters({ filter, onFilter }: UserFiltersProps) {
  const schools = useSchools().data;
  const isKnown = filter.school === undefined || schools?.some(({ id }) => id === filter.school);
  return (
    <div className="mt-4 grid grid-cols-2 gap-2 md:grid-cols-[minmax(0,1fr)_14rem_10rem] lg:grid-cols-[minmax(0,1fr)_20rem_10rem] md:gap-3">
      <div className="flex min-w-0 max-md:col-span-2">
        <SearchField
          label="Search email, username, school"
          className="md:max-w-form"
          value={filter.q}
          onSearch={(q) => onFilter({ ...filter, q })}
        />
      </div>
      <SelectField
        label="School"
        hideLabel
        reserve={false}
        value={filter.school ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, school: value === '' ? undefined : Number(value) })
        }
      >
        <option value="">All Schools</option>
        {!isKnown && <option value={filter.school}>School {filter.school}</option>}
        {schools?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Type"
        hideLabel
        reserve={false}
        value={filter.role ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, role: TYPES.find((role) => role === value) })
        }
      >
        <option value="">All Types</option>
        {TYPES.map((role) => (
          <option key={role} value={role}>
            {LABELS[role]}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
