import type { Output } from '../../../../contract/index.ts';
import { papersOfSitting, type WhichPapers } from '../../../../domain/papers.ts';
import { SESSIONS } from '../../../../domain/years.ts';

type Given = Output<'GET /schooladmin/dashboard/students/{id}'>['progress'][number];
export type Tracked = Given & {
  /** Why its paper was not set, where only papers that were set count. */
  notSet: string | undefined;
  counts: boolean;
};

/**
 * Where only papers that were set count, one that had one version counts once, whatever it was ticked under. A paper that
 * a later version knows and this one does not counts as it is.
 */
export function trackedPapers(progress: readonly Given[], which: WhichPapers): Tracked[] {
  const versions = new Map<string, number>();
  return progress.map((given) => {
    const { subject_id: subjectId, year, paper } = given;
    const session = SESSIONS.find((known) => known === given.session);
    const sitting = session && papersOfSitting({ subjectId, year, session }, { which });
    const known = sitting?.find((one) => one.paper === paper);
    const name = [subjectId, year, session, paper].join();
    const version = (versions.get(name) ?? 0) + 1;
    versions.set(name, version);
    const counts = which === 'all' || known === undefined || version <= known.zones.length;
    return { ...given, notSet: known?.notSet, counts };
  });
}
