import { ChevronDown } from 'lucide-react';
import { roleLabel } from '../../../../domain/roles.ts';
import { IMPORT_ROLES } from '../../../../domain/school.ts';

type SchoolRole = (typeof IMPORT_ROLES)[number];

type RoleSelectProps = {
  /** Whose role. */
  name: string;
  role: SchoolRole;
  isBusy: boolean;
  onChange: (role: SchoolRole) => void;
};

/** Without the frame of a field: one stands in every row of a long table. */
export function RoleSelect({ name, role, isBusy, onChange }: RoleSelectProps) {
  return (
    <span className="relative block">
      <select
        aria-label={`Role of ${name}`}
        aria-busy={isBusy}
        className="field min-h-9 appearance-none border-edge pr-9"
        value={role}
        onChange={({ currentTarget: { value } }) => {
          const next = IMPORT_ROLES.find((each) => each === value);
          if (next && !isBusy) onChange(next);
        }}
      >
        {IMPORT_ROLES.map((each) => (
          <option key={each} value={each}>
            {roleLabel(each)}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
        aria-hidden="true"
      />
    </span>
  );
}
