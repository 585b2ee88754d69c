import { Breakable } from '../ui/Breakable.tsx';
import { fewNames } from './few-names.ts';

type FewNamesProps = {
  names: readonly string[];
  /** Stands before them, as one of the line. */
  before?: readonly string[];
  /** Between any two. */
  mark?: string;
};

const NOTHING: readonly string[] = [];

/**
 * 'Anna Müller, 11A, Physics HL and 6 more': of many names two, for a line of which nobody reads six. All of them for who
 * rests on it, and for a screen reader.
 */
export function FewNames({ names, before = NOTHING, mark = ', ' }: FewNamesProps) {
  const { first, more } = fewNames(names);
  const shown = <Breakable>{[...before, ...first].join(mark)}</Breakable>;
  if (more === 0) return shown;
  return (
    <span title={names.join(', ')}>
      {shown} <span aria-hidden="true">and {more} more</span>
      <span className="sr-only">{names.slice(first.length).join(', ')}</span>
    </span>
  );
}
