import { useMemo, useSyncExternalStore } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { openZones } from '../../../../domain/progress.ts';
import { isClaimed, subscribeClaims } from './claims.ts';
import type { SittingPaperView, SittingView } from './sittings.ts';
import { askedPapers } from './state/from-teachers.ts';
import { readRecord, subscribeRecord } from './state/records.ts';

const isDone = (paper: PaperId) => readRecord(completionKey(paper)).isCompleted;

/** Done, or with files, which an unticked paper keeps. */
const isInUse = (paper: PaperId) => isDone(paper) || readRecord(completionKey(paper)).fileCount > 0;

/** A teacher has set it, and none of the others would do (domain/set-work.ts). */
function isAsked(paper: PaperId, others: readonly PaperId[]): boolean {
  const key = completionKey(paper);
  return (
    askedPapers().some((asked) => completionKey(asked) === key) &&
    !others.some(({ timezone }) => [paper.timezone, timezone].includes(null) || timezone === paper.timezone)
  );
}

/**
 * The records of a paper that have a box: the versions it has, and whatever else of it is in use. Where it has one
 * version, a tick under another stands in its place.
 */
function boxesOfPaper({ papers, besides, strays, uncounted, notSet }: SittingPaperView): readonly PaperId[] {
  const isFilled = papers.length === 1 && strays.some(isDone);
  const isWanted = (paper: PaperId) => isInUse(paper) || isAsked(paper, papers);
  const isTickable = (paper: PaperId) => isWanted(paper) || (notSet !== undefined && isClaimed(paper));
  return [
    ...(isFilled ? papers.filter(isInUse) : papers),
    ...besides.filter(isWanted),
    ...strays.filter(isWanted),
    ...uncounted.filter(isTickable),
  ];
}

export const boxesOf = ({ papers }: SittingView): readonly PaperId[] => papers.flatMap(boxesOfPaper);

/** What is still to do of a sitting. */
export const openPapers = ({ papers }: SittingView): readonly PaperId[] =>
  papers.flatMap((view) => openZones({ zones: view.papers, strays: view.strays }, isDone));

/** The boxes of a paper, kept up to date. */
export function useBoxes(view: SittingPaperView): readonly PaperId[] {
  const source = useMemo(() => createBoxes(view), [view]);
  return useSyncExternalStore(source.subscribe, source.read, () => view.papers);
}

/** Returns the same list for the same boxes. Most papers have none that comes or goes, and listen to nothing. */
function createBoxes(view: SittingPaperView) {
  const coming = [...view.besides, ...view.strays, ...view.uncounted];
  const watched = coming.length === 0 ? [] : [...view.papers, ...coming];
  let shown = view.papers;
  return {
    subscribe: (listener: () => void) => {
      const ends = watched.map((paper) => subscribeRecord(completionKey(paper), listener));
      if (view.notSet !== undefined) ends.push(subscribeClaims(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    read: (): readonly PaperId[] => {
      const next = boxesOfPaper(view);
      if (next.length !== shown.length || next.some((paper, at) => paper !== shown[at])) shown = next;
      return shown;
    },
  };
}
