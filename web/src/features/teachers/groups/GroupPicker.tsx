import { useState } from 'react';
import { GROUP_NAME_MAX, isSameGroupName } from '../../../../../domain/groups.ts';
import { Field, SelectField } from '../../../ui/Field.tsx';
import { ownGroups, useGroups } from './useGroups.ts';

type GroupPickerProps = {
  /** The name of a group; empty for none. */
  value: string;
  onChange: (name: string) => void;
  disabled?: boolean;
};

// No name is as short.
const NONE = '';
const NEW = 'new';

/** Into which group new students go: one that is there, or one that is made. */
export function GroupPicker({ value, onChange, disabled = false }: GroupPickerProps) {
  const groups = ownGroups(useGroups().data?.groups ?? []);
  const there = groups.find(({ name }) => isSameGroupName(name, value));
  const [isNew, setNew] = useState(false);
  const chosen = isNew ? NEW : String(there?.id ?? NONE);
  return (
    <div className="min-w-0">
      <SelectField
        label="Group"
        optional
        reserve={!isNew}
        disabled={disabled}
        value={chosen}
        onChange={({ currentTarget }) => {
          setNew(currentTarget.value === NEW);
          onChange(groups.find(({ id }) => String(id) === currentTarget.value)?.name ?? '');
        }}
      >
        <option value={NONE}>None</option>
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
        <option value={NEW}>New group</option>
      </SelectField>
      {isNew && (
        <Field
          label="Name of the new group"
          hideLabel
          placeholder="12B Physics"
          className="mt-2"
          autoComplete="off"
          maxLength={GROUP_NAME_MAX}
          readOnly={disabled}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
