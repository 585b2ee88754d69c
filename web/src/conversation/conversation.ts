import type { Word } from '../../../contract/words.ts';
import { isoDay } from '../../../domain/days.ts';
import { storedTextProblem } from '../../../domain/text.ts';
import { ConnectionError } from '../api/errors.ts';
import { detailOf, Refused, RefusedField, statusOf } from '../api/failure.ts';
import { shownDay } from '../format/shown-date.ts';
import { showToast } from '../ui/toasts.ts';
import { draftId, keepDraft } from './drafts.ts';

/** What a teacher and a student wrote to each other about a paper, seen by one of them. */
export interface Conversation {
  /** Of a teacher's link and a paper. */
  id: string;
  words: readonly Word[];
  /** The name of the other one. */
  other: string;
  send: (word: { id: string; text: string }) => Promise<Word>;
  remove: (id: string) => Promise<unknown>;
  restore: (id: string) => Promise<unknown>;
  /** Shows what has become of the words. */
  change: (next: (words: readonly Word[]) => Word[]) => void;
}

/** 'You, 4 Oct' */
export const byline = ({ is_mine, written_at }: Word, other: string): string =>
  `${is_mine ? 'You' : other}, ${shownDay(isoDay(new Date(written_at)))}`;

const inOrder = (words: readonly Word[]): Word[] =>
  words.toSorted((a, b) => a.written_at.localeCompare(b.written_at) || a.id.localeCompare(b.id));
const withWord = (words: readonly Word[], word: Word): Word[] =>
  inOrder([...words.filter(({ id }) => id !== word.id), word]);

/** What was typed stays until it has arrived. */
export async function sendWord(
  { id: conversation, send, change }: Conversation,
  typed: string,
): Promise<void> {
  const text = typed.trim();
  const problem = text === '' ? 'Write something first.' : storedTextProblem(text, { multiline: true });
  if (problem !== undefined) throw new RefusedField('text', problem);
  const word = await arrived(send({ id: draftId(conversation), text }));
  keepDraft(conversation, '');
  change((words) => withWord(words, word));
}

/** Without a connection one sentence says all: what has become of it, and what to do. */
async function arrived(sent: Promise<Word>): Promise<Word> {
  try {
    return await sent;
  } catch (cause) {
    if (!(cause instanceof ConnectionError)) throw cause;
    const words = 'It was not sent. What you wrote is kept here: send it again when there is a connection.';
    throw new Refused(words, { cause });
  }
}

export function notSent(error: unknown, other: string): string {
  if (statusOf(error) === 404) return `You can no longer write to ${other} about this paper.`;
  if (statusOf(error) === 409) return detailOf(error) ?? 'It was not sent.';
  return 'It was not sent. Please try again.';
}

/** Without asking: it can be undone. */
export async function removeWord(word: Word, conversation: Conversation): Promise<void> {
  try {
    await conversation.remove(word.id);
  } catch (error) {
    // Deleted already, in another tab.
    if (statusOf(error) !== 404) {
      showToast({ tone: 'danger', text: 'It was not deleted. Please try again.' });
      return;
    }
  }
  conversation.change((words) => words.filter(({ id }) => id !== word.id));
  showToast({
    tone: 'done',
    text: 'Message deleted',
    action: { label: 'Undo', run: () => void restoreWord(word, conversation) },
  });
}

async function restoreWord(word: Word, { restore, change }: Conversation): Promise<void> {
  try {
    await restore(word.id);
    change((words) => withWord(words, word));
  } catch (error) {
    const reason = statusOf(error) === 409 ? detailOf(error) : undefined;
    showToast({
      tone: 'danger',
      text: reason ?? 'Your message could not be brought back. Please try again.',
    });
  }
}
