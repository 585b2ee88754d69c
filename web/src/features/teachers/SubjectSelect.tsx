import { subjectName } from '../../../../domain/subjects.ts';
import { SubjectName } from '../../subjects/SubjectName.tsx';
import { cx } from '../../ui/cx.ts';
import { SelectField } from '../../ui/Field.tsx';
import './subject-select.css';

type SubjectSelectProps = {
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
  hideLabel?: boolean;
  className?: string;
};

/** One of the teacher's subjects. However narrow, its level is not cut: HL and SL are two classes. */
export function SubjectSelect({ subjects, subjectId, onSelect, hideLabel, className }: SubjectSelectProps) {
  return (
    <div className={cx('subject-select', className)}>
      <SelectField
        label="Subject"
        hideLabel={hideLabel}
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
        <SubjectName id={subjectId} />
      </span>
    </div>
  );
}
