import { useSyncExternalStore } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { PAPERS, WHICH_PAPERS, type WhichPapers, whyNotSet } from '../../../../domain/papers.ts';
import { SESSIONS } from '../../../../domain/years.ts';
import { readStored, subscribeStored, writeStored } from '../../storage.ts';

export type Tracked = Output<'GET /schooladmin/dashboard/students/{id}'>['progress'][number] & {
  /** Why it does not count, where only papers that were set do. */
  notSet: string | undefined;
};

/** One that a later version knows and this one does not counts as it is. */
export function trackedPapers(progress: readonly Omit<Tracked, 'notSet'>[], which: WhichPapers): Tracked[] {
  return progress.map((tracked) => {
    const paper = PAPERS.find((known) => known === tracked.paper);
    const session = SESSIONS.find((known) => known === tracked.session);
    const { subject_id: subjectId, year } = tracked;
    const notSet = paper && session && whyNotSet({ subjectId, year, session, paper }, which);
    return { ...tracked, notSet };
  });
}

const subscribe = (listener: () => void) => subscribeStored('schoolPapers', listener);
const read = (): WhichPapers => WHICH_PAPERS.find((which) => which === readStored('schoolPapers')) ?? 'all';

/** Which papers the school admin counts. Kept on the device. */
export function useWhichPapers(): [WhichPapers, (which: WhichPapers) => void] {
  return [useSyncExternalStore(subscribe, read, () => 'all'), setWhich];
}
const setWhich = (which: WhichPapers) => writeStored('schoolPapers', which === 'set' ? which : undefined);
