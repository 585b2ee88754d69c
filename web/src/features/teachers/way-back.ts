import { pathTo } from '../../paths.ts';

/** Where a page was opened from, kept in its entry of the history: its Back leads there, also after a reload. */
export const openedFrom = (path: string) => ({ from: path });

/** Where this page was opened from; undefined for one that was opened directly, or come back to. */
export function wayBack(): string | undefined {
  const { from } = (window.history.state ?? {}) as { from?: unknown };
  return typeof from === 'string' && from.startsWith(pathTo('teachers')) ? from : undefined;
}
