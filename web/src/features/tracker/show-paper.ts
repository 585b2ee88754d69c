import type { PaperId } from '../../../../domain/completion-key.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { paperName, sittingId } from './sittings.ts';

/** Leads to a paper of the subject in view: opens its card, brings its tick into sight and gives it the focus. */
export function showPaper(paper: PaperId): void {
  const sitting = document.querySelector(`details[data-sitting="${sittingId(paper)}"]`);
  if (sitting instanceof HTMLDetailsElement) sitting.open = true;
  // A card draws its papers when it has been told that it is open, which takes it a frame of its own.
  afterPaint(() => afterPaint(() => focusPaper(paper)));
}

export function focusPaper(paper: PaperId): void {
  const tick = document.querySelector<HTMLElement>(`[aria-label="${paperName(paper)}, completed"]`);
  tick?.focus({ preventScroll: true });
  tick?.scrollIntoView({ block: 'center' });
}
