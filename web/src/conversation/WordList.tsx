import { useRef, useState } from 'react';
import type { Word } from '../../../contract/words.ts';
import { byline, type Conversation, removeWord } from './conversation.ts';
import './conversation.css';

/** What the two wrote, oldest first. One's own can be deleted. */
export function WordList({ conversation }: { conversation: Conversation }) {
  const list = useRef<HTMLDivElement>(null);
  const [removing, setRemoving] = useState<string>();
  const { words, other } = conversation;

  async function remove(word: Word): Promise<void> {
    if (removing !== undefined) return;
    setRemoving(word.id);
    await removeWord(word, conversation);
    setRemoving(undefined);
    // Its button is gone with it.
    list.current?.focus({ preventScroll: true });
  }

  return (
    <div ref={list} tabIndex={-1}>
      {words.length > 0 && (
        <ul aria-label={`Messages between you and ${other}`} className="word-list">
          {words.map((word) => (
            <li key={word.id} className="wrap-anywhere whitespace-pre-line">
              <span className="text-ink-soft">{byline(word, other)}: </span>
              <bdi>{word.text}</bdi>
              {/* The first space stays with the word where the line breaks. */}
              {word.is_mine && '\u00a0 '}
              {word.is_mine && (
                <button
                  type="button"
                  className="link text-small whitespace-nowrap text-ink-soft print:hidden"
                  aria-disabled={removing === word.id}
                  aria-label={`Delete: ${word.text}`}
                  onClick={() => void remove(word)}
                >
                  Delete
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
