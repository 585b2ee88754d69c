import { onIdentityChange } from '../api/identity.ts';
import { newId } from '../device/new-id.ts';

/** What was typed and not sent, by conversation: closing a row or a dialog does not lose it. */

interface Draft {
  text: string;
  /** The same text sent again is the same word: nobody knows what became of a request without an answer. */
  id: string;
}

const drafts = new Map<string, Draft>();
onIdentityChange(() => drafts.clear());

export const readDraft = (conversation: string): string => drafts.get(conversation)?.text ?? '';

export function keepDraft(conversation: string, text: string): void {
  if (text === '') drafts.delete(conversation);
  else if (text !== readDraft(conversation)) drafts.set(conversation, { text, id: newId() });
}

/** The id under which the draft is sent. */
export const draftId = (conversation: string): string => drafts.get(conversation)?.id ?? newId();
