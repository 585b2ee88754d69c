import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';

/**
 * The keys of the tracker's grid. Whatever can hold the focus is marked `data-stop`; one stop at a time is reached by
 * Tab and the arrow keys lead to the others. All of it is done on the elements: moving the focus renders nothing.
 */
const STOP = '[data-stop]';
const CELL = '[role=gridcell],[role=rowheader]';

const stopsIn = (element: Element | undefined) => [...(element?.querySelectorAll<HTMLElement>(STOP) ?? [])];
const rowsOf = (grid: Element) =>
  [...grid.querySelectorAll('[role=row]')].filter((row) => stopsIn(row).length > 0);

export function gridFocused({ currentTarget: grid, target }: FocusEvent<HTMLElement>): void {
  if (!target.matches(STOP)) return;
  for (const old of grid.querySelectorAll<HTMLElement>(`${STOP}[tabindex="0"]`)) old.tabIndex = -1;
  target.tabIndex = 0;
}

export function gridKeyed(event: KeyboardEvent<HTMLElement>): void {
  if (event.altKey || event.metaKey || event.shiftKey) return;
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null;
  const row = from?.closest('[role=row]');
  if (!from || !row) return;
  const to = event.ctrlKey ? cornerOf(event.currentTarget, event.key) : nextOf(event, from, row);
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
  // The sticky heads would otherwise cover what the browser scrolls to.
  to.scrollIntoView({ block: 'nearest' });
}

function nextOf(event: KeyboardEvent<HTMLElement>, from: HTMLElement, row: Element): HTMLElement | undefined {
  const stops = stopsIn(row);
  switch (event.key) {
    case 'ArrowRight':
      return stops[stops.indexOf(from) + 1] ?? from;
    case 'ArrowLeft':
      return stops[stops.indexOf(from) - 1] ?? from;
    case 'Home':
      return stops[0];
    case 'End':
      return stops.at(-1);
    case 'ArrowDown':
      return beside(event.currentTarget, from, row, 1) ?? from;
    case 'ArrowUp':
      return beside(event.currentTarget, from, row, -1) ?? from;
    default:
      return undefined;
  }
}

function cornerOf(grid: HTMLElement, key: string): HTMLElement | undefined {
  const rows = rowsOf(grid);
  if (key === 'Home') return stopsIn(rows[0])[0];
  return key === 'End' ? stopsIn(rows.at(-1)).at(-1) : undefined;
}

/** Up or down: the other line of the cell first (TZ1, TZ2), then the cell of the same column in another row. */
function beside(grid: Element, from: HTMLElement, row: Element, step: 1 | -1): HTMLElement | undefined {
  const cell = from.closest(CELL);
  const line = from.closest('[data-line]');
  const lines = [...(cell?.querySelectorAll('[data-line]') ?? [])];
  const at = line ? stopsIn(line).indexOf(from) : 0;
  const sameLine = line ? lines[lines.indexOf(line) + step] : undefined;
  if (sameLine) return atOrLast(sameLine, at);

  const column = cell ? [...row.children].indexOf(cell) : -1;
  const rows = rowsOf(grid);
  for (let index = rows.indexOf(row) + step; index >= 0 && index < rows.length; index += step) {
    const target = rows[index]?.children[column];
    const targetLines = [...(target?.querySelectorAll('[data-line]') ?? [])];
    const found = atOrLast((step === 1 ? targetLines[0] : targetLines.at(-1)) ?? target, at);
    if (found) return found;
  }
  return undefined;
}

function atOrLast(element: Element | undefined, at: number): HTMLElement | undefined {
  const stops = stopsIn(element);
  return stops[at] ?? stops.at(-1);
}

/** After every drawing some stop must be reachable by Tab, also when the last one has gone with its row. */
export function useReachableGrid(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!grid.current || grid.current.querySelector(`${STOP}[tabindex="0"]`)) return;
    const [first] = stopsIn(grid.current);
    if (first) first.tabIndex = 0;
  });
}
