import { readStored, subscribeStored, writeStored } from '../../../storage.ts';
import { type GuestRecords, readGuestRecords, recordsAsJson } from './kept-work.ts';
import { type RecordKeeper, showRecords, showTick } from './records.ts';
import type { Tick } from './tick.ts';

const NAME = 'localCompletionStatus';

/** Keeps a guest's records in local storage, together with the other tabs of this browser. */
export function openGuestRecords(): RecordKeeper & { close: () => void } {
  /** Changed here and not yet written. */
  const unwritten = new Map<string, Tick>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWriting = false;

  /** What is stored with our changes: another tab may have written since we last looked. */
  function current(): GuestRecords {
    const records = readGuestRecords();
    for (const [key, { isCompleted, ...record }] of unwritten) {
      if (isCompleted) records.set(key, record);
      else records.delete(key);
    }
    return records;
  }

  function write(): void {
    clearTimeout(timer);
    timer = undefined;
    if (unwritten.size === 0) return;
    const records = current();
    unwritten.clear();
    isWriting = true;
    writeStored(NAME, records.size === 0 ? undefined : JSON.stringify(recordsAsJson(records)));
    isWriting = false;
  }

  function show(): void {
    showRecords(
      new Map(
        Array.from(current(), ([key, record]) => [key, { isCompleted: true, fileCount: 0, ...record }]),
      ),
    );
  }

  const endFollowing = subscribeStored(NAME, () => {
    if (isWriting) return;
    // Cleared, by the end of the guest's time or a login: what was about to be written goes with it.
    if (readStored(NAME) === undefined) unwritten.clear();
    show();
  });
  globalThis.addEventListener?.('pagehide', write);
  show();

  return {
    change(key, { shown }) {
      showTick(key, shown);
      unwritten.set(key, shown);
      // Behind the paint: writing a long list takes longer than showing a tick.
      timer ??= setTimeout(write);
    },
    // Guests have no files.
    changeFileCount: () => undefined,
    close() {
      clearTimeout(timer);
      endFollowing();
      globalThis.removeEventListener?.('pagehide', write);
    },
  };
}
