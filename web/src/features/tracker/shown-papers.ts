import { type PaperId, parseCompletionKey } from '../../../../domain/completion-key.ts';

/** The papers that have a box on the screen, in their order there. */
export const shownPapers = (): PaperId[] =>
  [...document.querySelectorAll<HTMLElement>('[data-paper]')].flatMap((element) => paperOf(element) ?? []);

/** The paper whose box this is, or is part of. */
export const paperOf = (element: Element): PaperId | undefined =>
  parseCompletionKey(element.closest<HTMLElement>('[data-paper]')?.dataset['paper'] ?? '') ?? undefined;
