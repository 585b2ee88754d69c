/** In whole per cent. A file of its own, for pages that show figures and know no papers. */
export function percentageOf(completed: number, total: number): number {
  // Multiplied first: 29 / 200 * 100 is 14.499999999999998, which would round down.
  return total === 0 ? 0 : Math.round((completed * 100) / total);
}
