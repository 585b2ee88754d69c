import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** What the address says after `?`, for as long as it is this page's: when we leave, it stays until the next is there. */
export function useOwnSearch(path: string): string {
  const [current] = useLocation();
  const search = useSearch();
  const [kept, keep] = useState(search);
  const isHere = current === path;
  if (isHere && kept !== search) keep(search);
  return isHere ? search : kept;
}
