import { useCallback, useSyncExternalStore } from 'react';
import { listIn, objectIn, parseJson } from '../../guest/work-store.ts';
import { readStored, type StoredName, subscribeStored, writeStored } from '../../storage.ts';
import type { Fold } from './folds.ts';

/** How somebody has arranged the tracker on this device. */

function useStored(name: StoredName): string | undefined {
  const subscribe = useCallback((listener: () => void) => subscribeStored(name, listener), [name]);
  return useSyncExternalStore(
    subscribe,
    () => readStored(name),
    () => undefined,
  );
}

/** Whether sittings of which nothing is left are hidden. */
export function useOnlyLeft(): { isOn: boolean; set: (isOn: boolean) => void } {
  const isOn = useStored('onlyLeft') === 'true';
  return { isOn, set: setOnlyLeft };
}
const setOnlyLeft = (isOn: boolean) => writeStored('onlyLeft', isOn ? 'true' : undefined);

/** Where there is room for it without pushing the papers out of sight. The same in tracker.css. */
const HAS_ROOM = '(min-width: 64rem) and (min-height: 56.25rem)';

export function useOverview(): { isOpen: boolean; toggle: () => void } {
  const stored = useStored('overview');
  const isOpen = stored === undefined ? window.matchMedia(HAS_ROOM).matches : stored === 'open';
  const toggle = () => {
    const next = isOpen ? 'closed' : 'open';
    writeStored('overview', next);
    document.documentElement.dataset['overview'] = next;
  };
  return { isOpen, toggle };
}

function keepOpen(name: string, next: 'all' | unknown[]): void {
  const all = { ...objectIn(parseJson(readStored('openSittings'))), [name]: next };
  writeStored('openSittings', JSON.stringify(all));
}

/** Which folds of a subject are open, by their sittings: a fold may be divided later. */
export function useOpenFolds(subjectId: string) {
  const name = `${subjectId} folds`;
  const open = listIn(objectIn(parseJson(useStored('openSittings')))[name]);
  return {
    isOpen: ({ sittings }: Fold) => sittings.some(({ id }) => open.includes(id)),
    set: ({ sittings }: Fold, isOpen: boolean) => {
      const ids = sittings.map(({ id }) => id);
      keepOpen(name, [...open.filter((id) => !ids.includes(String(id))), ...(isOpen ? ids : [])]);
    },
  };
}

/** Which rows or cards of a subject are open; `first` is, as long as nobody has opened or closed any. */
export function useOpenSittings(subjectId: string, ids: readonly string[], first?: string) {
  const stored = objectIn(parseJson(useStored('openSittings')))[subjectId];
  const open = new Set<unknown>(stored === 'all' ? ids : Array.isArray(stored) ? stored : [first]);
  const areAllOpen = ids.length > 0 && ids.every((id) => open.has(id));

  const keep = (next: 'all' | unknown[]) => keepOpen(subjectId, next);
  function set(id: string, isOpen: boolean): void {
    if (open.has(id) === isOpen) return;
    const others = [...open].filter((other) => typeof other === 'string' && other !== id);
    keep(isOpen ? [...others, id] : others);
  }
  return {
    isOpen: (id: string) => open.has(id),
    set,
    areAllOpen,
    setAll: (isOpen: boolean) => keep(isOpen ? 'all' : []),
  };
}
