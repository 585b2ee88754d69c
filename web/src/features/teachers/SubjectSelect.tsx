import { SubjectField } from '../../subjects/SubjectField.tsx';
import { cx } from '../../ui/cx.ts';
import './subject-select.css';

type SubjectSelectProps = {
  subjects: readonly string[];
  subjectId: string;
  onSelect: (id: string) => void;
  hideLabel?: boolean;
  className?: string;
};

/** One of the teacher's subjects. */
export const SubjectSelect = ({ className, ...field }: SubjectSelectProps) => (
  <SubjectField {...field} label="Subject" className={cx('subject-select', className)} />
);
