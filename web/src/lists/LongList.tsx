import { Suspense } from 'react';
import { lazyPreloadable } from '../ui/lazy-preloadable.ts';
import { expectedHeight, type RowRef, RowsHolder, type RowsProps } from './RowsHolder.tsx';

/** Up to so many rows are all drawn, unless told: then the browser's own search finds them, and they print. */
const FEW = 60;
const FIRST = 15;

/** What finds the rows in sight is larger than a dashboard of a small school, which has no need of it. */
export const RowsInSight = lazyPreloadable(() => import('./RowsInSight.tsx'));

/** Rows of a list that may be thousands. */
export function LongList(props: RowsProps) {
  const { as, count, few = FEW } = props;
  if (count <= few) return <RowsHolder as={as}>{plainRows(props, count)}</RowsHolder>;
  return (
    <Suspense
      fallback={
        <RowsHolder as={as} style={{ paddingBottom: (count - FIRST) * expectedHeight(props) }}>
          {plainRows(props, FIRST)}
        </RowsHolder>
      }
    >
      <RowsInSight {...props} />
    </Suspense>
  );
}

const ignore: RowRef = () => undefined;
const plainRows = ({ renderRow }: RowsProps, count: number) =>
  Array.from({ length: count }, (_, index) => renderRow(index, ignore));
