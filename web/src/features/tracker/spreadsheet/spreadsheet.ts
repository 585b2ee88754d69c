import type { AttemptChange } from '../../../../../contract/spreadsheet.ts';
import { isoDay } from '../../../../../domain/days.ts';
import { call } from '../../../api/call.ts';
import { type Failure, failureOf, statusOf } from '../../../api/failure.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import { downloadCsv } from '../../../format/csv.ts';
import { UnreadableText } from '../../../format/parse-table.ts';
import { readTextFile } from '../../../format/read-text-file.ts';
import { showToast, UNDO_MANY, withStop } from '../../../ui/toasts.ts';
import { openChannel } from '../state/transport.ts';
import { reverse } from './plan-import.ts';
import { type ReadRow, readRows, toRows } from './rows.ts';

/** What the screens of the spreadsheet do: out, in, and back. */

/** Saves all attempts as a file, and says so if that fails. */
export async function exportSpreadsheet(): Promise<void> {
  try {
    const { attempts } = await call('GET /completion/spreadsheet', {});
    downloadCsv(`tickmark-papers-${isoDay(new Date())}.csv`, toRows(attempts));
  } catch (error) {
    sayFailed(failureOf(error, () => 'The export failed.'));
  }
}

const sayFailed = ({ sentence, hint }: Failure) =>
  showToast({ tone: 'danger', text: hint ? `${withStop(sentence)} ${hint}` : sentence, seconds: 6 });

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
    return { sentence: 'Your papers have changed since. Nothing was imported; the list is new.' };
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

const UNSURE = { hint: 'It may have arrived all the same. Import again: nothing is imported twice.' };
const ATTEMPTS = queryKey('GET /completion/spreadsheet');

async function undo(userId: number, changes: readonly AttemptChange[]): Promise<void> {
  try {
    await call('POST /completion/spreadsheet', { json: { changes: reverse(changes) } });
    tellTracker(userId);
    showToast({ text: 'The import is undone.' });
  } catch (error) {
    const isOutdated = statusOf(error) === 409;
    const failure = failureOf(error, () =>
      isOutdated
        ? 'Your papers have changed since, and nothing was undone.'
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
  const channel = openChannel(userId, () => undefined);
  channel.post({ kind: 'reread' });
  channel.close();
}
