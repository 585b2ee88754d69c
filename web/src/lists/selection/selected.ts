/** People selected in a list, by their ids; `last` is the one that was pressed last. */
export type Selected = { ids: ReadonlySet<number>; last: number | undefined };

/** What a row needs to be selected: `shown` is the order of all rows on the screen. */
export type Selecting = {
  selected: Selected;
  shown: readonly number[];
  onSelect: (selected: Selected) => void;
  /** The row that has the focus: while there is one, a press of Tab leaves the list, and arrows go through it. */
  stop?: number | undefined;
  onStop?: (id: number) => void;
};

export const NOBODY: Selected = { ids: new Set(), last: undefined };

/**
 * After one was pressed. With Shift, everybody between it and the one pressed before becomes as it does; `shown` is
 * their order on the screen.
 */
export function press(before: Selected, id: number, shown: readonly number[], isRange: boolean): Selected {
  const ids = new Set(before.ids);
  const isOn = !ids.has(id);
  const [from, to] = [before.last === undefined ? -1 : shown.indexOf(before.last), shown.indexOf(id)];
  const range =
    isRange && from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  for (const one of range) {
    if (isOn) ids.add(one);
    else ids.delete(one);
  }
  return { ids, last: id };
}

/** Everybody shown joins the others, or leaves if all of them are selected. */
export function pressAll(before: Selected, shown: readonly number[]): Selected {
  const isOn = !shown.every((id) => before.ids.has(id));
  const ids = new Set(before.ids);
  for (const id of shown) {
    if (isOn) ids.add(id);
    else ids.delete(id);
  }
  return { ids, last: undefined };
}
