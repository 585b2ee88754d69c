import { useSyncExternalStore } from 'react';
import type { Output } from '../../../../../contract/index.ts';
import { observable, useObservable } from '../../../state/observable.ts';

/** The papers that a teacher and the student wrote about, the latest first. */

type PaperWords = Output<'GET /users/me/from-teachers'>['words'][number];

const papers = observable<readonly PaperWords[]>([]);

export const showWords = papers.write;
export const hasWords = (paperKey: string): boolean => papers.read().some(({ key }) => key === paperKey);

/** They are on the screen: nothing of that paper is new any more. */
export function noteRead(paperKey: string): void {
  if (isUnread(paperKey))
    papers.write(papers.read().map((paper) => (paper.key === paperKey ? { ...paper, unread: 0 } : paper)));
}

const isUnread = (paperKey: string): boolean =>
  papers.read().some(({ key, unread }) => key === paperKey && unread > 0);

/** Who wrote something about the paper that is new; undefined if nobody did. */
export const useUnreadFrom = (paperKey: string): string | undefined =>
  useSyncExternalStore(
    papers.subscribe,
    () => papers.read().find(({ key, unread }) => key === paperKey && unread > 0)?.teacher,
    () => undefined,
  );

/** The paper with the latest of what is new. */
export const useNewestUnread = (): PaperWords | undefined =>
  useObservable(papers).find(({ unread }) => unread > 0);
