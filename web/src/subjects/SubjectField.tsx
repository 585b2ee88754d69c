import type { ReactNode } from 'react';
import { subjectName } from '../../../domain/subjects.ts';
import { SelectField } from '../ui/Field.tsx';
import { SubjectName } from './SubjectName.tsx';

type SubjectFieldProps = {
  label: string;
  hideLabel?: boolean;
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
  /** Its styles hide the select's own text and place `.subject-shown` over it. */
  className: string;
  /** In front of the name. */
  mark?: ReactNode;
};

/** A select would cut off the end of a long name, which is the level. However narrow this is, HL and SL are told apart. */
export function SubjectField({
  subjects,
  subjectId,
  onSelect,
  className,
  mark,
  ...field
}: SubjectFieldProps) {
  return (
    <div className={className}>
      <SelectField
        {...field}
        reserve={false}
        value={subjectId}
        onChange={(event) => onSelect(event.currentTarget.value)}
      >
        {subjects.map((id) => (
          <option key={id} value={id}>
            {subjectName(id)}
          </option>
        ))}
      </SelectField>
      <span className="subject-shown" aria-hidden="true">
        {mark}
        <SubjectName id={subjectId} />
      </span>
    </div>
  );
}
