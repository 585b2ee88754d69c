import type { CSSProperties, ReactNode, Ref } from 'react';

export type RowRef = (row: HTMLElement | null) => void;

export type RowsProps = {
  /** A list of its own, or a part of a table. */
  as: 'list' | 'rowgroup';
  count: number;
  /** How high a row most often is, as a card on a phone and as a line elsewhere. */
  heights: readonly [phone: number, wide: number];
  keyOf: (index: number) => string | number;
  /** Gives the row's element its key, `data-index` and the `ref`. */
  renderRow: (index: number, ref: RowRef) => ReactNode;
  /** Told how far the drawn rows reach, in a list too long to be drawn at once. */
  onReach?: (last: number) => void;
};

/** The same width at which the styles turn cards into lines. */
export const expectedHeight = ({ heights: [phone, wide] }: RowsProps) =>
  window.matchMedia('(width < 40rem)').matches ? phone : wide;

type RowsHolderProps = {
  as: RowsProps['as'];
  style?: CSSProperties;
  ref?: Ref<HTMLElement | null>;
  children: ReactNode;
};

export function RowsHolder({ as, style, ref, children }: RowsHolderProps) {
  const rows = { style, children, className: 'divide-y divide-line' };
  return as === 'list' ? (
    <ul {...rows} ref={ref as Ref<HTMLUListElement>} />
  ) : (
    <div {...rows} ref={ref as Ref<HTMLDivElement>} role="rowgroup" />
  );
}
