import { type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { expectedHeight, ignoreRow, RowsHolder, type RowsProps } from './RowsHolder.tsx';

/** How many rows beyond the edges are drawn, for scrolling on. */
const AROUND = 6;
/** Rows come and go by so many at a time: most frames of a scroll then change nothing. */
const STEP = 4;

function inSteps({ startIndex, endIndex, overscan, count }: Range): number[] {
  const from = Math.max(0, Math.floor((startIndex - overscan) / STEP) * STEP);
  const to = Math.min(count, Math.ceil((endIndex + 1 + overscan) / STEP) * STEP);
  return Array.from({ length: to - from }, (_, index) => from + index);
}

/**
 * Draws the rows that are in sight while the page scrolls; the rest is room above and below. Rows are measured as they
 * are drawn, since names wrap and people enlarge their text. All are drawn for paper, on which nothing scrolls.
 */
export default function RowsInSight(props: RowsProps & { printing: boolean }) {
  const { as, count, keyOf, renderRow, onReach, printing } = props;
  const holder = useRef<HTMLElement>(null);
  const [offset, setOffset] = useState(0);

  // What stands above may grow or go at any time.
  useLayoutEffect(() => {
    const measure = () => {
      if (holder.current) setOffset(Math.round(holder.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);

  // The browser's own anchoring would answer to the room above changing, as if the page had moved; and at the end it would
  // hold on to what stands below the list, so that each page that comes would be scrolled to its end and ask for the next.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('overflow-anchor', 'none');
    return () => {
      style.removeProperty('overflow-anchor');
    };
  }, []);

  const height = expectedHeight(props);
  // oxlint-disable-next-line react/incompatible-library -- we do not use the compiler that this warns of
  const rows = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: AROUND,
    rangeExtractor: inSteps,
    scrollMargin: offset,
    // Drawn with the next frame as everything else; in the middle of a render React refuses to hurry.
    useFlushSync: false,
  });
  const drawn = rows.getVirtualItems();
  const above = (drawn[0]?.start ?? offset) - offset;
  const below = rows.getTotalSize() - ((drawn.at(-1)?.end ?? offset) - offset);

  const last = drawn.at(-1)?.index ?? -1;
  useEffect(() => onReach?.(last));

  if (printing)
    return (
      <RowsHolder as={as} ref={holder}>
        {Array.from({ length: count }, (_, index) => renderRow(index, ignoreRow))}
      </RowsHolder>
    );
  return (
    <RowsHolder as={as} ref={holder} style={{ paddingTop: above, paddingBottom: Math.max(0, below) }}>
      {drawn.map(({ index }) => renderRow(index, rows.measureElement))}
    </RowsHolder>
  );
}
