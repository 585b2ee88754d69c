/**
 * The keys of the class grid, which is one Tab stop. All of it is done on the elements: moving the focus renders nothing.
 * Rows are known by their `aria-rowindex`, since only those in sight are drawn.
 */

/** The heads of papers are the second row of the table's head. */
const HEADS = 2;
export const FIRST_ROW = 3;
const PAGE = 10;

export interface Place {
  /** Its `aria-rowindex`. */
  row: number;
  column: number;
}

/** What holds the focus of a cell: its link or button, or itself. */
const stopIn = (cell: Element): HTMLElement | null =>
  cell.querySelector<HTMLElement>('a, button') ?? (cell instanceof HTMLElement ? cell : null);

const isShown = (cell: HTMLElement): boolean => cell.offsetWidth > 0;

/** The cells of a row from left to right; the heads stand in two rows of the table, of which the first has spans. */
function cellsOf(table: HTMLTableElement, row: number): HTMLElement[] {
  if (row >= FIRST_ROW) {
    const found = table.querySelector<HTMLTableRowElement>(`tbody tr[aria-rowindex="${row}"]`);
    return found ? [...found.cells].filter(isShown) : [];
  }
  const [upper, lower] = table.tHead?.rows ?? [];
  return [...(upper?.cells ?? []), ...(lower?.cells ?? [])].filter(
    (cell) => isShown(cell) && !cell.matches('.grid-sitting'),
  );
}

function placeOf(table: HTMLTableElement, target: Element): Place | undefined {
  const cell = target.closest<HTMLElement>('th, td');
  const index = Number(cell?.parentElement?.ariaRowIndex);
  if (!cell || !index) return undefined;
  const row = Math.max(HEADS, index);
  const column = cellsOf(table, row).indexOf(cell);
  return column < 0 ? undefined : { row, column };
}

/** Where a key leads from a cell; undefined for a key that does not move. */
export function nextPlace(
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { row, column }: Place,
  { lastRow, lastColumn }: { lastRow: number; lastColumn: number },
): Place | undefined {
  const moved: Record<string, Place> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - PAGE, column },
    PageDown: { row: row + PAGE, column },
    Home: { row: ctrlKey ? HEADS : row, column: 0 },
    End: { row: ctrlKey ? lastRow : row, column: lastColumn },
  };
  const to = moved[key];
  return (
    to && {
      row: Math.min(lastRow, Math.max(HEADS, to.row)),
      column: Math.min(lastColumn, Math.max(0, to.column)),
    }
  );
}

/** Whether the key moves the focus, and where to. */
export function keyedPlace(
  table: HTMLTableElement,
  event: { key: string; ctrlKey: boolean; target: EventTarget },
  lastRow: number,
): Place | undefined {
  const from = event.target instanceof Element ? placeOf(table, event.target) : undefined;
  const lastColumn = cellsOf(table, HEADS).length - 1;
  return from && nextPlace(event, from, { lastRow, lastColumn });
}

/** False while the row is not drawn. */
export function focusPlace(table: HTMLTableElement, { row, column }: Place): boolean {
  const cell = cellsOf(table, row)[column];
  const stop = cell && stopIn(cell);
  if (!stop) return false;
  makeReachable(table, stop);
  stop.focus();
  return true;
}

/** The one that Tab leads to. */
export function makeReachable(table: HTMLTableElement, stop: HTMLElement): void {
  for (const old of table.querySelectorAll<HTMLElement>('[tabindex="0"]')) old.tabIndex = -1;
  stop.tabIndex = 0;
}

/** After every drawing some cell must be reachable, also when the last one has gone with its row. */
export function keepReachable(table: HTMLTableElement): void {
  if (table.querySelector('[tabindex="0"]')) return;
  const [first] = cellsOf(table, HEADS);
  const stop = first && stopIn(first);
  if (stop) stop.tabIndex = 0;
}

/** The cell that an event is about. */
export const stopOf = (target: Element): HTMLElement | null => {
  const cell = target.closest('th, td');
  return cell && stopIn(cell);
};
