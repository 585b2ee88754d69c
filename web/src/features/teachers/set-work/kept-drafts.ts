import { onIdentityChange } from '../../../api/identity.ts';
import { newId } from '../../../device/new-id.ts';
import { type Draft, draftOf, type SetStart } from './set-draft.ts';

/** What was chosen and not set, by what the dialog was opened with: closing it does not lose it. */

interface Kept {
  draft: Draft;
  /** Under which it is sent. */
  id: string;
  /** One attempt may have come through unheard. */
  wasSent: boolean;
}

const drafts = new Map<string, Kept>();
onIdentityChange(() => drafts.clear());

const keyOf = (start: SetStart): string =>
  JSON.stringify(start, (_, value: unknown) => (value instanceof Set ? [...value] : value));

/** As it was left, or a new one. What is changed is always shown as it is. */
export function openDraft(start: SetStart, subjects: readonly string[], today: string): Kept {
  const kept = drafts.get(keyOf(start));
  return kept && subjects.includes(kept.draft.subjectId)
    ? kept
    : { draft: draftOf(start, subjects, today), id: newId(), wasSent: false };
}

export function keepDraft(start: SetStart, kept: Kept): void {
  if (!start.changes) drafts.set(keyOf(start), kept);
}

export function dropDraft(start: SetStart): void {
  drafts.delete(keyOf(start));
}
