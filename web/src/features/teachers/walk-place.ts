/** The students of the list, the grid or a piece of set work, in the order in which the teacher last saw them there. */
let ids: readonly number[] = [];

export function rememberWalk(seen: readonly { id: number }[]): void {
  ids = seen.map(({ id }) => id);
}

/** Where a student stands among them; undefined for who was not there, as when the page was opened directly. */
export function placeInWalk(id: number) {
  const index = ids.indexOf(id);
  return index < 0
    ? undefined
    : { position: index + 1, total: ids.length, previous: ids[index - 1], next: ids[index + 1] };
}
