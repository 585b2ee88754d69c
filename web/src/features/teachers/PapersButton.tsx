import { ChevronDown } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Popover } from '../../ui/Popover.tsx';
import { shownRange, useChosenPapers } from './papers-range.ts';

const PapersFields = lazy(() => import('./PapersFields.tsx'));

/** Says which papers are counted, and lets others be chosen. */
export function PapersButton() {
  const { range, which } = useChosenPapers();
  return (
    <Popover
      label="Papers"
      align="end"
      className="w-72"
      renderTrigger={(props) => (
        <Button size="small" {...props}>
          Papers {shownRange(range)}
          {which === 'set' && <span className="font-normal text-ink-soft">only set</span>}
          <ChevronDown className="size-4" aria-hidden="true" />
        </Button>
      )}
    >
      <Suspense>
        <PapersFields />
      </Suspense>
    </Popover>
  );
}
