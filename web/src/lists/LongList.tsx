import { Suspense } from 'react';
import { lazyPreloadable } from '../ui/lazy-preloadable.ts';
import { usePrinting } from '../ui/usePrinting.ts';
import { expectedHeight, ignoreRow, RowsHolder, type RowsProps } from './RowsHolder.tsx';

/** Up to so many rows are all drawn, unless told: then the browser's own search finds them. */
const FEW = 60;
const FIRST = 15;

/** What finds the rows in sight is larger than a dashboard of a small school, which has no need of it. */
export const RowsInSight = lazyPreloadable(() => import('./RowsInSight.tsx'));

/** Rows of a list that may be thousands. On paper they are all there. */
export function LongList(props: RowsProps) {
  const { as, count, few = FEW } = props;
  const printing = usePrinting();
  if (count <= few) return <RowsHolder as={as}>{plainRows(props, count)}</RowsHolder>;
  const first = printing ? count : FIRST;
  return (
    <Suspense
      fallback={
        <RowsHolder as={as} style={{ paddingBottom: (count - first) * expectedHeight(props) }}>
          {plainRows(props, first)}
        </RowsHolder>
      }
    >
      <RowsInSight {...props} printing={printing} />
    </Suspense>
  );
}

const plainRows = ({ renderRow }: RowsProps, count: number) =>
  Array.from({ length: count }, (_, index) => renderRow(index, ignoreRow));
