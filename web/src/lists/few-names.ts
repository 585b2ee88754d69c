/** Of so many there is room for all. */
const FEW = 2;

/** Names that stand in a line with others: the first two, and how many more there are. */
export const fewNames = (names: readonly string[]): { first: readonly string[]; more: number } => ({
  first: names.slice(0, FEW),
  more: Math.max(0, names.length - FEW),
});
