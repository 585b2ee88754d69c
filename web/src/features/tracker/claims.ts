import { completionKey, type PaperId, parseCompletionKey } from '../../../../domain/completion-key.ts';
import { ANONYMOUS } from '../../../../domain/feedback.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { call } from '../../api/call.ts';
import { withTimeout } from '../../api/with-timeout.ts';
import { listIn, parseJson } from '../../guest/work-store.ts';
import { readStored, subscribeStored, writeStored } from '../../storage.ts';
import { showToast } from '../../ui/toasts.ts';
import { paperName } from './sittings.ts';

/** Papers that somebody says were set after all. They can be ticked on this device. */

type Kept = 'claimedPapers' | 'unreportedPapers';
const read = (name: Kept) => listIn(parseJson(readStored(name)));
const add = (name: Kept, key: string) => writeStored(name, JSON.stringify([...read(name), key]));

export const isClaimed = (paper: PaperId): boolean => read('claimedPapers').includes(completionKey(paper));
export const subscribeClaims = (listener: () => void) => subscribeStored('claimedPapers', listener);

/** The paper can be ticked at once; whoever looks after the catalogue hears of it, at the next visit if not now. */
export function claim(paper: PaperId): void {
  const key = completionKey(paper);
  add('claimedPapers', key);
  add('unreportedPapers', key);
  void report(paper);
}

async function report(paper: PaperId): Promise<void> {
  try {
    await send(paper);
    showToast({ text: 'You can tick it now. Thank you, we will check.' });
  } catch {
    showToast({
      tone: 'danger',
      text: 'You can tick it now, but the report could not be sent.',
      action: { label: 'Try again', run: () => void report(paper) },
    });
  }
}

/** What could not be sent on an earlier visit. */
export function sendLeftReports(): void {
  for (const key of read('unreportedPapers')) {
    const paper = parseCompletionKey(String(key));
    // In vain: then on the next visit.
    if (paper) send(paper).catch(() => undefined);
  }
}

async function send(paper: PaperId): Promise<void> {
  const json = {
    message: `Catalogue: ${subjectName(paper.subjectId)}, ${paperName(paper)} was set, according to a student who has done it.`,
    email: ANONYMOUS,
    user: ANONYMOUS,
    timestamp: new Date().toISOString(),
  };
  await withTimeout((signal) => call('POST /feedback', { json, signal }));
  const left = read('unreportedPapers').filter((key) => key !== completionKey(paper));
  writeStored('unreportedPapers', left.length > 0 ? JSON.stringify(left) : undefined);
}
