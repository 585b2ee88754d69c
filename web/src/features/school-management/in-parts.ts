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

/** Where a long list stopped, and why. */
export type Stop = { done: number; left: number; cause: unknown };

/** The same as far as it goes: throws only if nothing was done, so that what was done can be told and undone. */
export async function asFarAsItGoes<Item>(
  items: readonly Item[],
  most: number,
  send: (part: Item[]) => Promise<unknown>,
): Promise<Stop | undefined> {
  let done = 0;
  try {
    await inParts(items, most, async (part) => {
      await send(part);
      done += part.length;
    });
  } catch (cause) {
    if (done === 0) throw cause;
    return { done, left: items.length - done, cause };
  }
  return undefined;
}
