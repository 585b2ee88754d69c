import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { focusPlace, keepReachable, keyedPlace, makeReachable, type Place, stopOf } from './grid-keys.ts';
import { type Selection, toggleCell, togglePaper, toggleStudent } from './set-work/selection.ts';

/** A cell that shows its details, and what it is of. */
export type OpenedCell = { cell: HTMLElement; paper: string; studentId: number };

type GridActs = {
  box: RefObject<HTMLElement | null>;
  lastRow: number;
  /** Brings a row into sight by its `aria-rowindex`. */
  showRow: (row: number) => void;
  selection: Selection;
  onSelect: (selection: Selection) => void;
};

/** What presses and keys do in the class grid, told by the table for all of its cells. */
export function useGridActs({ box, lastRow, showRow, selection, onSelect }: GridActs) {
  const [opened, setOpened] = useState<OpenedCell>();
  /** Where the focus goes once its row is drawn. */
  const awaited = useRef<Place>(undefined);
  const focused = useRef<Element>(undefined);

  useEffect(() => {
    const table = box.current?.querySelector('table');
    if (!table) return;
    if (awaited.current && focusPlace(table, awaited.current)) awaited.current = undefined;
    keepReachable(table);
    // It has gone with its row, which was scrolled out of sight.
    if (focused.current && !focused.current.isConnected && document.activeElement === document.body)
      table.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });

  function partsOf(target: EventTarget) {
    const element = target instanceof Element ? target : undefined;
    const cell = element?.closest<HTMLElement>('th, td') ?? undefined;
    const row = element?.closest<HTMLElement>('tr[data-student]');
    const studentId = row ? Number(row.dataset['student']) : undefined;
    return { element, cell, paper: cell?.dataset['paper'], studentId };
  }

  function onClick({ currentTarget: table, target }: MouseEvent<HTMLTableElement>): void {
    const { element, cell, paper, studentId } = partsOf(target);
    if (!element || element.closest('a')) return;
    const stop = stopOf(element);
    if (paper !== undefined && stop) {
      makeReachable(table, stop);
      stop.focus({ preventScroll: true });
    }
    if (element.matches('.grid-box') && studentId !== undefined)
      onSelect(toggleStudent(selection, studentId));
    else if (paper === undefined || !cell) return;
    else if (studentId === undefined) onSelect(togglePaper(selection, paper));
    else if (cell.ariaHasPopup) setOpened({ cell, paper, studentId });
    else onSelect(toggleCell(selection, paper, studentId));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableElement>): void {
    const { element, cell, paper, studentId } = partsOf(event.target);
    if (!element || !cell || event.altKey || event.metaKey) return;
    if (event.key === ' ') {
      // A head's button and a box are pressed by the browser.
      if (studentId === undefined || element.matches('.grid-box')) return;
      const isCell = paper !== undefined && !event.shiftKey;
      onSelect(isCell ? toggleCell(selection, paper, studentId) : toggleStudent(selection, studentId));
    } else if (event.key === 'Enter') {
      if (paper === undefined || studentId === undefined) return;
      setOpened({ cell, paper, studentId });
    } else {
      const to = keyedPlace(event.currentTarget, event, lastRow);
      if (!to) return;
      if (!focusPlace(event.currentTarget, to)) {
        awaited.current = to;
        showRow(to.row);
      }
    }
    event.preventDefault();
  }

  const onFocus = ({ target }: FocusEvent<HTMLTableElement>) => {
    focused.current = target;
  };

  return { opened, close: () => setOpened(undefined), tableProps: { onClick, onKeyDown, onFocus } };
}
