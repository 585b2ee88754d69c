import { useState } from 'react';
import { IMPORT_FIELDS } from '../../../../domain/school.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import type { ColumnChoices, FieldName } from './import-draft.ts';
import type { Column } from './parse-import.ts';

const LABELS: Record<FieldName | 'none', string> = {
  username: 'Username',
  email: 'Email',
  role: 'Role',
  given: 'Given name',
  family: 'Family name',
  name: 'Name',
  group: 'Group',
  none: 'Do not import',
};
const labelOf = ({ field }: Column) => LABELS[field ?? 'none'];

type ImportColumnsProps = {
  columns: readonly Column[];
  choices: ColumnChoices;
  onChoices: (choices: ColumnChoices) => void;
};

/** What each column of a list is taken for. Open where a column is not known: none is left out unsaid. */
export function ImportColumns({ columns, choices, onChoices }: ImportColumnsProps) {
  const [toggled, setToggled] = useState<boolean>();
  const isOpen = toggled ?? columns.some(({ isKnown }) => !isKnown);
  // Named as the fields are, there is nothing to say.
  if (columns.every((column) => column.name.toLowerCase() === labelOf(column).toLowerCase())) return null;

  function choose({ name }: Column, choice: string): void {
    // A field has one column: the one that had it before is not imported.
    const others = columns.filter((other) => other.field === choice && other.name !== name);
    onChoices({
      ...choices,
      ...Object.fromEntries(others.map((other) => [other.name, 'none' as const])),
      [name]: choice as FieldName | 'none',
    });
  }

  return (
    <section aria-label="Columns" className="text-small">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-small font-medium">Columns</h3>
        {!isOpen && (
          <p className="min-w-0 flex-1 wrap-anywhere text-ink-soft max-sm:order-last max-sm:basis-full">
            {columns.map((column) => `${column.name}: ${labelOf(column)}`).join(', ')}
          </p>
        )}
        <Button size="small" variant="ghost" aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
          {isOpen ? 'Done' : 'Change columns'}
        </Button>
      </div>
      {isOpen && (
        <ul className="mt-2 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {columns.map((column) => (
            <li key={column.name} className="min-w-0">
              <SelectField
                label={<span className="wrap-anywhere">{column.name}</span>}
                reserve={false}
                value={column.field ?? 'none'}
                hint={
                  <span className="line-clamp-2 wrap-anywhere">{column.samples.join(', ') || 'Empty'}</span>
                }
                onChange={(event) => choose(column, event.currentTarget.value)}
              >
                {[...IMPORT_FIELDS, 'none' as const].map((field) => (
                  <option key={field} value={field}>
                    {LABELS[field]}
                  </option>
                ))}
              </SelectField>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
