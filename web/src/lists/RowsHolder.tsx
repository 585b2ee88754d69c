import type { CSSProperties, ReactNode, Ref } from 'react';

export type RowRef = (row: HTMLElement | null) => void;
/** For a row that nobody measures. */
export const ignoreRow: RowRef = () => undefined;

export type RowsProps = {
  /** A list of its own, or a part of a table. */
  as: 'list' | 'rowgroup';
  count: number;
  /** How high a row most often is, as a card on narrow screens and as a line elsewhere. */
  heights: readonly [card: number, line: number];
  /** Below this width, at which the styles turn lines into cards; a phone's unless told. */
  cardsBelow?: string | undefined;
  /** Up to how many rows are all drawn, in sight or not. */
  few?: number | undefined;
  keyOf: (index: number) => string | number;
  /** Gives the row's element its key, `data-index` and the `ref`, as `TableRow` does. */
  renderRow: (index: number, ref: RowRef) => ReactNode;
  /** Told how far the drawn rows reach, in a list too long to be drawn at once. */
  onReach?: (last: number) => void;
};

export const expectedHeight = ({ heights: [card, line], cardsBelow = '40rem' }: RowsProps) =>
  window.matchMedia(`(width < ${cardsBelow})`).matches ? card : line;

/** Where a row stands, and how it is measured. */
export type RowPlace = { index: number; rowRef: RowRef };

/** A row of a table whose first line names the columns. */
export function TableRow({ index, rowRef, ...rest }: RowPlace & { className: string; children: ReactNode }) {
  return <div {...rest} ref={rowRef} data-index={index} role="row" aria-rowindex={index + 2} />;
}

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
