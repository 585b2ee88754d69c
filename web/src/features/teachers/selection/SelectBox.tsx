import { Checkbox } from '../../../ui/Checkbox.tsx';
import { shownName } from '../shown-name.ts';
import type { Student } from '../useStudents.ts';

export type Selecting = {
  ids: ReadonlySet<number>;
  onPress: (id: number, isRange: boolean) => void;
};

/** A row with a box keeps its room, and is not text to be marked. */
export const SELECTABLE = 'pl-13 select-none sm:pl-14';

/** The box of a row in which students are selected. The whole row is its label. */
export function SelectBox({ student, selecting }: { student: Student; selecting: Selecting }) {
  return (
    <Checkbox
      tone="accent"
      aria-label={`Select ${shownName(student)}`}
      className="static! -ml-9 mr-3 shrink-0 self-center after:absolute after:inset-0"
      checked={selecting.ids.has(student.id)}
      // The browser's event is a click, also when it was a key.
      onChange={({ nativeEvent }) =>
        selecting.onPress(student.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  );
}
