import type { AttemptChange } from '../../../../../contract/spreadsheet.ts';
import { isoDay } from '../../../../../domain/days.ts';
import { call } from '../../../api/call.ts';
import { type Failure, failureOf, statusOf } from '../../../api/failure.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import { UnreadableText } from '../../../format/parse-table.ts';
import { readTextFile } from '../../../format/read-text-file.ts';
import { channelOf } from '../../../state/tabs.ts';
import { showToast, UNDO_MANY, withStop } from '../../../ui/toasts.ts';
import type { Message } from '../state/transport.ts';
import { reverse } from './plan-import.ts';
import { type ReadRow, readRows } from './rows.ts';

/** What the dialog of an import does: reads rows, sends changes, and takes them back. */

/** A table that was read. */
export interface ReadTable {
  rows: readonly ReadRow[];
  /** Which file it was, if it was one. */
  name?: string | undefined;
  readAt: number;
}

/** The table, or why it cannot be read. */
export function readTable(text: string, name?: string): ReadTable | string {
  try {
    if (text.trim() === '') return name ? `${name} is empty.` : 'Paste rows, or choose a file.';
    const now = new Date();
    return { rows: readRows(text, isoDay(now)), name, readAt: now.getTime() };
  } catch (error) {
    if (error instanceof UnreadableText) return error.message;
    throw error;
  }
}

export async function readTableFile(file: File): Promise<ReadTable | string> {
  try {
    return readTable(await readTextFile(file, 'a list of papers'), file.name);
  } catch (error) {
    return error instanceof UnreadableText ? error.message : `${file.name} could not be read.`;
  }
}

/**
 * Sends what was chosen, and offers the way back; or answers why not. `words` say what it is. Sent again it counts once.
 */
export async function importChanges(
  userId: number,
  changes: readonly AttemptChange[],
  words: string,
): Promise<Failure | undefined> {
  try {
    await call('POST /completion/spreadsheet', { json: { changes: [...changes] } });
  } catch (error) {
    if (statusOf(error) !== 409) return failureOf(error, () => 'The import failed.', UNSURE);
    await queryClient.invalidateQueries({ queryKey: ATTEMPTS });
    return {
      sentence:
        'Your papers have changed since you opened this list. Nothing was imported; check the new list.',
    };
  }
  tellTracker(userId);
  showToast({
    tone: 'done',
    text: `Imported: ${words}`,
    seconds: UNDO_MANY,
    action: { label: 'Undo', run: () => void undo(userId, changes) },
  });
  return undefined;
}

const UNSURE = {
  hint: 'It may have gone through anyway. You can safely import again: nothing is imported twice.',
};
const ATTEMPTS = queryKey('GET /completion/spreadsheet');

async function undo(userId: number, changes: readonly AttemptChange[]): Promise<void> {
  try {
    await call('POST /completion/spreadsheet', { json: { changes: reverse(changes) } });
    tellTracker(userId);
    showToast({ text: 'Import undone' });
  } catch (error) {
    const isOutdated = statusOf(error) === 409;
    const failure = failureOf(error, () =>
      isOutdated
        ? 'Your papers have changed since the import, so nothing was undone.'
        : 'The import could not be undone.',
    );
    const again = { action: { label: 'Try again', run: () => void undo(userId, changes) } };
    const text = failure.hint ? `${withStop(failure.sentence)} ${failure.hint}` : failure.sentence;
    showToast({ tone: 'danger', text, seconds: UNDO_MANY, ...(!isOutdated && again) });
  }
}

/** The tracker, in this tab and in others, reads the records again; and whoever compares next reads the attempts. */
function tellTracker(userId: number): void {
  queryClient.removeQueries({ queryKey: ATTEMPTS });
  // Without it (an old browser) a tracker catches up when it is looked at again.
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(channelOf(userId));
  const message: Message = { kind: 'reread' };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
  channel.postMessage(message);
  channel.close();
}
