import './selection.css';
import { shownName } from '../../../../../domain/shown-name.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import type { Student } from '../useStudents.ts';
import { press, type Selecting } from './selected.ts';

/** The box of a row in which students are selected. The whole row is its label. */
export default function SelectBox({ student, selecting }: { student: Student; selecting: Selecting }) {
  const { selected, shown, onSelect } = selecting;
  return (
    <Checkbox
      tone="accent"
      aria-label={`Select ${shownName(student)}`}
      className="select-box"
      checked={selected.ids.has(student.id)}
      onChange={({ nativeEvent }) => {
        // The browser's event is a click, also when it was a key.
        const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
        onSelect(press(selected, student.id, shown, isRange));
      }}
    />
  );
}
