import { ChevronRight } from 'lucide-react';
import { counted } from '../../../format/counted.ts';
import type { RosterCheck } from '../useImportCheck.ts';

/** More than these are folded: people come first. */
const SHOWN = 5;

/** Groups whose class has another title now, and those whose class has ended. */
export function RosterGroups({ renamed, ended }: Pick<RosterCheck, 'renamed' | 'ended'>) {
  return (
    <>
      <Fold
        title={`${counted(renamed.length, 'group')} renamed`}
        lines={renamed.map(({ before, after }) => `Group ${before} to ${after}`)}
      />
      <Fold
        title={`${counted(ended.length, 'group')} ended`}
        lines={ended.map(({ name, members }) => `${name}, ${counted(members, 'student')}`)}
      />
    </>
  );
}

function Fold({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details className="group text-small" open={lines.length <= SHOWN}>
      <summary className="flex w-fit items-center gap-1.5 rounded-sm font-medium select-none pointer-coarse:min-h-11">
        <ChevronRight className="-ml-1 size-4 text-ink-soft group-open:rotate-90" aria-hidden="true" />
        {title}
      </summary>
      <ul className="mt-1 grid gap-1 text-ink-soft">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </details>
  );
}
