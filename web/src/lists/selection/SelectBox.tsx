import './selection.css';
import { Checkbox, isWithShift } from '../../ui/Checkbox.tsx';
import { press, type Selecting } from './selected.ts';

type SelectBoxProps = { id: number; name: string; selecting: Selecting };

/** The box of a row in which people are selected. The whole row is its label. */
export default function SelectBox({ id, name, selecting }: SelectBoxProps) {
  const { selected, shown, onSelect, stop = id, onStop } = selecting;
  return (
    <Checkbox
      tone="accent"
      aria-label={`Select ${name}`}
      className="select-box"
      tabIndex={stop === id ? undefined : -1}
      onFocus={() => onStop?.(id)}
      checked={selected.ids.has(id)}
      onChange={({ nativeEvent }) => onSelect(press(selected, id, shown, isWithShift(nativeEvent)))}
    />
  );
}
