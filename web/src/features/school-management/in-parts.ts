/**
 * A long list in as many calls as it needs, one after the other: what was done before a part failed is done, and is not
 * done again when all are sent once more.
 */
export async function inParts<Item>(
  items: readonly Item[],
  most: number,
  send: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += most) await send(items.slice(from, from + most));
}
