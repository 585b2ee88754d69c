import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { isoDay } from '../../../../domain/days.ts';
import { shownDay } from '../../format/shown-date.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { showToast } from '../../ui/toasts.ts';
import { askScore, readWords } from './dialogs.ts';
import { paperName } from './sittings.ts';
import { type PaperRecord, readRecord, restoreRecord, setRecord } from './state/records.ts';
import { attemptsOf } from './state/tick.ts';

/** The tick is painted first; the dialog that asks for the score comes a frame later. */
export function tick(paper: PaperId): void {
  setRecord(paper, { isCompleted: true, score: null });
  afterPaint(() => {
    // Unticked again in that frame: there is nothing left to ask.
    if (readRecord(completionKey(paper)).isCompleted) askScore(paper);
  });
}

/** For a paper that is ticked already: changes nothing but the score. */
export function editScore(paper: PaperId): void {
  afterPaint(() => askScore(paper));
}

/** What a teacher wrote stands above the score; without a tick, by itself. */
export function openWords(paper: PaperId): void {
  if (readRecord(completionKey(paper)).isCompleted) askScore(paper);
  else readWords(paper);
}

export function untick(paper: PaperId): void {
  const before = readRecord(completionKey(paper));
  setRecord(paper, { isCompleted: false, score: null });
  const lost = wordsOfLoss(before);
  if (!lost) return;
  afterPaint(() =>
    showToast({
      text: `${paperName(paper)}: ${lost} removed`,
      action: { label: 'Undo', run: () => restoreRecord(paper, before) },
    }),
  );
}

/** What an untick takes along. A tick of today, without a score, is as quickly made again. */
function wordsOfLoss(record: PaperRecord): string | undefined {
  const { score, completedAt, note } = record;
  const attempts = attemptsOf(record);
  if (attempts > 1) return `${attempts} attempts`;
  if (score !== null) return `score of ${score}%`;
  const today = isoDay(new Date());
  const doneOn = completedAt === null ? today : isoDay(new Date(completedAt));
  if (doneOn !== today) return `tick of ${shownDay(doneOn)}`;
  return note && 'note';
}
