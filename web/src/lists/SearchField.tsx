import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../ui/cx.ts';

const PAUSE = 250;

export type SearchFieldProps = {
  label: string;
  /** What is being searched for now. */
  value: string;
  /** Told when the typing pauses, not at every key. */
  onSearch: (text: string) => void;
  className?: string;
};

/**
 * Keeps the letters to itself while they are typed, so that a key costs the field and not the list. Without the frame of
 * `ui/Field.tsx`, which shares a chunk with the forms: a list needs none of them at its first load.
 */
export function SearchField({ label, value, onSearch, className = 'sm:max-w-form' }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Whoever is told after the pause is who listens then: something else may have been chosen meanwhile.
  const listener = useRef(onSearch);
  useEffect(() => {
    listener.current = onSearch;
  });

  // Changed from elsewhere, by Back or by a button that clears it.
  if (value !== told) {
    setTold(value);
    if (value !== text.trim()) setText(value);
  }

  function tell(next: string, pause: number) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => listener.current(next.trim()), pause);
  }

  return (
    <search className={cx('relative min-w-0 flex-1', className)}>
      <Search
        className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4.5 text-ink-soft"
        aria-hidden="true"
      />
      <input
        type="search"
        className="field pl-10"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          tell(target.value, target.value === '' ? 0 : PAUSE);
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') tell(currentTarget.value, 0);
        }}
      />
    </search>
  );
}
