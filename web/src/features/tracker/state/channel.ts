import type { Preferences } from './preference-values.ts';

/** What the tabs of one user tell each other. Everything in it has been confirmed, or needs no confirmation. */
export type Message =
  | { kind: 'record'; key: string; isCompleted: boolean; score: number | null }
  | { kind: 'files'; key: string; count: number }
  | { kind: 'subjects'; subjects: readonly string[] }
  | { kind: 'preferences'; preferences: Preferences }
  /** Two tabs changed one paper at once: only the server knows which was the last. */
  | { kind: 'reread' };

export interface Channel {
  post: (message: Message) => void;
  close: () => void;
}

export function openChannel(userId: number, receive: (message: Message) => void): Channel {
  // Without it (an old browser) the other tab catches up when it is looked at again.
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(`tickmark-tracker-${userId}`);
  channel.addEventListener('message', (event: MessageEvent<Message>) => receive(event.data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no other origin
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}
