import { SelectField } from '../../../ui/Field.tsx';
import { useChosenGroup, useGroups } from './useGroups.ts';

/** The choice of group among the filters of a phone. */
export function GroupField() {
  const groups = useGroups().data?.groups ?? [];
  const { group, choose } = useChosenGroup();
  if (groups.length === 0) return null;
  return (
    <SelectField
      label="Group"
      reserve={false}
      value={group?.id ?? ''}
      onChange={({ currentTarget: { value } }) => choose(value === '' ? undefined : Number(value))}
    >
      <option value="">All students</option>
      {groups.map(({ id, name, students }) => (
        <option key={id} value={id}>
          {name} ({students.length})
        </option>
      ))}
    </SelectField>
  );
}
