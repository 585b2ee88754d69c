import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { SEARCH_MAX } from '../../../domain/lists.ts';
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
  /** What is to be told, and after how long. */
  const [next, setNext] = useState<{ words: string; pause: number }>();
  // The listener at the end of the pause is told, not the one at its start: something else may have been chosen meanwhile.
  const listener = useRef(onSearch);
  useEffect(() => {
    listener.current = onSearch;
  });
  useEffect(() => {
    if (!next) return undefined;
    const timer = setTimeout(() => listener.current(next.words.trim()), next.pause);
    return () => clearTimeout(timer);
  }, [next]);

  // Changed from elsewhere, by Back or by a button that clears it: what was being typed is wanted no longer.
  if (value !== told) {
    setTold(value);
    setNext(undefined);
    if (value !== text.trim()) setText(value);
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
        maxLength={SEARCH_MAX}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setNext({ words: target.value, pause: target.value === '' ? 0 : PAUSE });
        }}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') setNext({ words: currentTarget.value, pause: 0 });
        }}
      />
    </search>
  );
}
