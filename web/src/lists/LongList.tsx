import { type ComponentType, lazy, Suspense, useState } from 'react';
import { expectedHeight, type RowRef, RowsHolder, type RowsProps } from './RowsHolder.tsx';

/** Up to so many rows are all drawn, unless told: then the browser's own search finds them, and they print. */
const FEW = 60;
const FIRST = 15;

let Loaded: ComponentType<RowsProps> | undefined;

/** What finds the rows in sight is larger than a dashboard of a small school, which has no need of it. */
export async function fetchRowsInSight() {
  const module = await import('./RowsInSight.tsx');
  Loaded = module.default;
  return module;
}
const Later = lazy(fetchRowsInSight);

/** Rows of a list that may be thousands. */
export function LongList(props: RowsProps) {
  const { as, count, few = FEW } = props;
  // One or the other for as long as the list lives: it would be drawn anew by the change.
  const [RowsInSight] = useState<ComponentType<RowsProps>>(() => Loaded ?? Later);
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
