/** Where pages with an address of several views were left, so that the way back leads to the same view and row. */
const left = new Map<string, { address: string; top: number }>();

const pathOf = (address: string) => address.split('?', 1)[0] ?? '';

export function leaveAt(address: string, top: number): void {
  left.set(pathOf(address), { address, top });
}

/** How far down this very view was left. */
export const topOf = (address: string): number => {
  const place = left.get(pathOf(address));
  return place?.address === address ? place.top : 0;
};

/** The address, with its view, at which the page of this path was left. */
export const leftAt = (path: string): string | undefined => left.get(path)?.address;
