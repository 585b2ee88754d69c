import { counted } from '../../../format/counted.ts';
import type { RosterCheck } from '../useImportCheck.ts';

/** More than these are folded: people come first. */
const SHOWN = 5;

/** Groups whose class has another title now. */
export function RosterRenamed({ renamed }: Pick<RosterCheck, 'renamed'>) {
  if (renamed.length === 0) return null;
  return (
    <details className="text-small" open={renamed.length <= SHOWN}>
      <summary className="w-fit rounded-sm font-medium select-none pointer-coarse:min-h-11 pointer-coarse:content-center">
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
