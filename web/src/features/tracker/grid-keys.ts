import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect } from 'react';
import { isSelecting, selectUpTo, stopSelecting } from './several.ts';
import { paperOf, shownPapers } from './shown-papers.ts';

/**
 * The keys of the tracker's grid. Whatever can hold the focus is marked `data-stop`; one stop at a time is reached by
 * Tab and the arrow keys lead to the others, as the picture shows them: left and right on one line, up and down to
 * what is nearest. All of it is done on the elements: moving the focus renders nothing.
 */
const STOP = '[data-stop]';

interface Stop {
  element: HTMLElement;
  x: number;
  y: number;
}

function stopsIn(row: Element): Stop[] {
  return [...row.querySelectorAll<HTMLElement>(STOP)].map((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return { element, x: left, y: top + height / 2 };
  });
}

/** The stops of a row by the lines in which they stand, upper one first. */
function linesOf(row: Element): Stop[][] {
  const lines: Stop[][] = [];
  for (const stop of stopsIn(row).toSorted((a, b) => a.y - b.y)) {
    const line = lines.at(-1);
    if (line?.[0] && stop.y - line[0].y < SAME_LINE) line.push(stop);
    else lines.push([stop]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.x - b.x));
}

/** Middles that are closer than this are of one line: a row's name is a little higher or lower than its boxes. */
const SAME_LINE = 16;

const rowsOf = (grid: Element) =>
  [...grid.querySelectorAll('[role=row]')].filter((row) => row.querySelector(STOP));

export function gridFocused({ currentTarget: grid, target }: FocusEvent<HTMLElement>): void {
  if (!target.matches(STOP)) return;
  for (const old of grid.querySelectorAll<HTMLElement>(`${STOP}[tabindex="0"]`)) old.tabIndex = -1;
  target.tabIndex = 0;
}

export function gridKeyed(event: KeyboardEvent<HTMLElement>): void {
  if (event.key === 'Escape' && isSelecting()) {
    event.preventDefault();
    stopSelecting();
    return;
  }
  if (event.altKey || event.metaKey || (event.shiftKey && !event.key.startsWith('Arrow'))) return;
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null;
  if (!from) return;
  const to = event.ctrlKey ? cornerOf(event.currentTarget, event.key) : nextOf(event, from);
  if (to === undefined) return;
  event.preventDefault();
  if (event.shiftKey) extendTo(from, to);
  to.focus();
  // The sticky heads would otherwise cover what the browser scrolls to.
  to.scrollIntoView({ block: 'nearest' });
}

/** With Shift, the arrow keys select what they pass. */
function extendTo(from: HTMLElement, to: HTMLElement): void {
  const first = paperOf(from);
  const last = paperOf(to);
  if (first && !isSelecting()) selectUpTo(first, shownPapers());
  if (last) selectUpTo(last, shownPapers());
}

function nextOf(event: KeyboardEvent<HTMLElement>, from: HTMLElement): HTMLElement | undefined {
  const row = from.closest('[role=row]');
  if (!row) return undefined;
  const lines = linesOf(row);
  const line = lines.find((stops) => stops.some(({ element }) => element === from)) ?? [];
  const at = line.findIndex(({ element }) => element === from);
  switch (event.key) {
    case 'ArrowRight':
      return line[at + 1]?.element ?? from;
    case 'ArrowLeft':
      return line[at - 1]?.element ?? from;
    case 'Home':
      return line[0]?.element;
    case 'End':
      return line.at(-1)?.element;
    case 'ArrowDown':
    case 'ArrowUp': {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      const beside = lines[lines.indexOf(line) + step] ?? lineOfNextRow(event.currentTarget, row, step);
      return beside ? nearest(beside, line[at]?.x ?? 0) : from;
    }
    default:
      return undefined;
  }
}

function lineOfNextRow(grid: Element, row: Element, step: 1 | -1): Stop[] | undefined {
  const rows = rowsOf(grid);
  const next = rows[rows.indexOf(row) + step];
  return next && linesOf(next).at(step === 1 ? 0 : -1);
}

function nearest(stops: readonly Stop[], x: number): HTMLElement | undefined {
  return stops.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0]?.element;
}

function cornerOf(grid: HTMLElement, key: string): HTMLElement | undefined {
  const rows = rowsOf(grid);
  if (key === 'Home') return rows[0]?.querySelector<HTMLElement>(STOP) ?? undefined;
  return key === 'End' ? [...(rows.at(-1)?.querySelectorAll<HTMLElement>(STOP) ?? [])].at(-1) : undefined;
}

/** After every drawing some stop must be reachable by Tab, also when the last one has gone with its row. */
export function useReachableGrid(grid: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!grid.current || grid.current.querySelector(`${STOP}[tabindex="0"]`)) return;
    const first = grid.current.querySelector<HTMLElement>(STOP);
    if (first) first.tabIndex = 0;
  });
}
