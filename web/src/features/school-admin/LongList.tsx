import { lazy, Suspense } from 'react';
import { expectedHeight, type RowRef, RowsHolder, type RowsProps } from './RowsHolder.tsx';

/** Up to so many rows are all drawn: then the browser's own search finds them, and they print. */
const FEW = 60;
const FIRST = 30;

/** What finds the rows in sight is larger than a dashboard of a small school, which has no need of it. */
const RowsInSight = lazy(() => import('./RowsInSight.tsx'));

/** Rows of a list that may be thousands. */
export function LongList(props: RowsProps) {
  const { as, count } = props;
  if (count <= FEW) return <RowsHolder as={as}>{plainRows(props, count)}</RowsHolder>;
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
