/** What somebody passes on who met a fault of ours: the beginning of the request's id, by which its lines are found. */
export const referenceOf = (requestId: string): string => requestId.slice(0, 8);
