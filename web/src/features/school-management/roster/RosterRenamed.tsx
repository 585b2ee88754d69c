import { ChevronRight } from 'lucide-react';
import { counted } from '../../../format/counted.ts';
import type { RosterCheck } from '../useImportCheck.ts';

/** More than these are folded: people come first. */
const SHOWN = 5;

/** Groups whose class has another title now. */
export function RosterRenamed({ renamed }: Pick<RosterCheck, 'renamed'>) {
  if (renamed.length === 0) return null;
  return (
    <details className="group text-small" open={renamed.length <= SHOWN}>
      <summary className="flex w-fit items-center gap-1.5 rounded-sm font-medium select-none pointer-coarse:min-h-11">
        <ChevronRight className="-ml-1 size-4 text-ink-soft group-open:rotate-90" aria-hidden="true" />
        {counted(renamed.length, 'group')} renamed
      </summary>
      <ul className="mt-1 grid gap-1 text-ink-soft">
        {renamed.map(({ before, after }) => (
          <li key={before} className="wrap-anywhere">
            Group {before} to {after}
          </li>
        ))}
      </ul>
    </details>
  );
}
