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
  const [next, setNext] = useState<{ words: string; pause: number; path: string }>();
  // The listener at the end of the pause is told, not the one at its start: something else may have been chosen meanwhile.
  const listener = useRef(onSearch);
  useEffect(() => {
    listener.current = onSearch;
  });
  useEffect(() => {
    if (!next) return undefined;
    const timer = setTimeout(() => {
      // On the way to another page the address is that page's already: a search would lead back from it.
      if (window.location.pathname === next.path) listener.current(next.words.trim());
    }, next.pause);
    return () => clearTimeout(timer);
  }, [next]);

  // Changed from elsewhere, by Back or by a button that clears it: what was being typed is wanted no longer.
  if (value !== told) {
    setTold(value);
    setNext(undefined);
    if (value !== text.trim()) setText(value);
  }

  const tellAfter = (pause: number, words: string) =>
    setNext({ words, pause, path: window.location.pathname });

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
          tellAfter(target.value === '' ? 0 : PAUSE, target.value);
        }}
        onKeyDown={({ key, currentTarget }) => {
          // Who goes on by key may be on another page before the pause is over.
          const isLeft = key === 'Tab' && currentTarget.value.trim() !== value;
          if (key === 'Enter' || isLeft) tellAfter(0, currentTarget.value);
        }}
      />
    </search>
  );
}
