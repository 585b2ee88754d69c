import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Popover } from '../ui/Popover.tsx';
import { type PapersOf, shownRange, useChosenPapers } from './papers-range.ts';

const PapersFields = lazy(() => import('./PapersFields.tsx'));

type PapersButtonProps = {
  of: PapersOf;
  /** Beside another button a phone has no room for the word. */
  isShort?: boolean;
};

/** Says which papers are counted, and lets others be chosen. */
export function PapersButton({ of, isShort = false }: PapersButtonProps) {
  const { range, which } = useChosenPapers(of);
  return (
    <Popover
      label="Papers"
      align="end"
      className="w-72"
      renderTrigger={(props) => (
        <Button size="small" {...props}>
          <span>
            <span className={cx(isShort && 'max-sm:sr-only')}>Papers </span>
            {shownRange(range)}
          </span>
          {which === 'set' && <span className="font-normal text-ink-soft">set only</span>}
          <ChevronDown className="size-4" aria-hidden="true" />
        </Button>
      )}
    >
      <Suspense>
        <PapersFields of={of} />
      </Suspense>
    </Popover>
  );
}
