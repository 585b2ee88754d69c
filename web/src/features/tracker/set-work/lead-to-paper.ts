import type { PaperId } from '../../../../../domain/completion-key.ts';
import { keysThatCount } from '../../../../../domain/set-work.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { showPaper } from '../show-paper.ts';

/** Leads to a paper of any subject: to its own box, or to the one in whose place it is ticked. */
export function leadToPaper(paper: PaperId, onView: (id: string) => void): void {
  onView(paper.subjectId);
  afterPaint(() => showPaper(paper, keysThatCount(paper)));
}
