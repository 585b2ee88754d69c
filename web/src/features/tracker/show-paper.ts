import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { sittingId } from './sittings.ts';

/**
 * Leads to a paper of the subject in view: opens its card, brings its tick into sight and gives it the focus. `keys`: of
 * the records that would do, the likeliest first.
 */
export function showPaper(paper: PaperId, keys: readonly string[] = [completionKey(paper)]): void {
  const sitting = document.querySelector(`details[data-sitting="${sittingId(paper)}"]`);
  if (sitting instanceof HTMLDetailsElement) sitting.open = true;
  // A card draws its papers when it has been told that it is open, which takes it a frame of its own.
  afterPaint(() => afterPaint(() => focusOne(keys)));
}

export const focusPaper = (paper: PaperId): void => focusOne([completionKey(paper)]);

function focusOne(keys: readonly string[]): void {
  const ticks = keys.map((key) => document.querySelector<HTMLElement>(`[data-paper="${key}"] input`));
  const tick = ticks.find((found) => found !== null);
  tick?.focus({ preventScroll: true });
  tick?.scrollIntoView({ block: 'center' });
}
