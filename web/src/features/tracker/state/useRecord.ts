import { useCallback, useSyncExternalStore } from 'react';
import { NOT_DONE, type PaperRecord, readRecord, subscribeRecord } from './record-store.ts';
import { subscribeSoon } from './soon.ts';

/** One paper's record; nothing but a change of this very paper renders the caller again. */
export function useRecord(key: string): PaperRecord {
  return useRecordBy(subscribeRecord, key);
}

/** The same for what only repeats it elsewhere: a frame behind the tick itself. */
export function useRecordSoon(key: string): PaperRecord {
  return useRecordBy(subscribeRecordSoon, key);
}

export function subscribeRecordSoon(key: string, listener: () => void): () => void {
  return subscribeSoon(subscribeRecord, key, listener);
}

function useRecordBy(subscribeTo: typeof subscribeRecord, key: string): PaperRecord {
  const subscribe = useCallback((listener: () => void) => subscribeTo(key, listener), [subscribeTo, key]);
  return useSyncExternalStore(
    subscribe,
    () => readRecord(key),
    () => NOT_DONE,
  );
}
