import { MAX_EXPORTED } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { useApiQuery } from '../../api/query.ts';
import { showToast, UNDO_MANY } from '../../ui/toasts.ts';
import { sayDone, sayFailure } from './failure-toasts.ts';
import { asFarAsItGoes, inParts } from './in-parts.ts';
import { type Managed, requestTo } from './managed.ts';
import { ofPeople, reloadPeople } from './people-gone.ts';
import { type Person, peopleIn } from './people-words.ts';

/** People leave the school, and come back. */

/** A year group at once; with all that a thousand have done, the school's sums would take seconds. */
const AT_ONCE = 250;

const LIST = 'GET /admin/schools/{schoolId}/archived';

/** Whom the school has archived, and until when it would keep whoever is archived today. */
export const useArchived = (managed: Managed) => useApiQuery(LIST, requestTo(managed)).data;
export const useIsArchivedPending = (managed: Managed) => useApiQuery(LIST, requestTo(managed)).isPending;

const idsOf = (people: readonly Person[]): number[] => people.map(({ id }) => id);

const secondsFor = (people: readonly Person[]) => (people.length > 1 ? { seconds: UNDO_MANY } : {});

/** Throws if it was refused. What was done can be undone, also if only a part of it was. */
export async function archivePeople(managed: Managed, people: readonly Person[]): Promise<void> {
  const archived: number[] = [];
  const stop = await asFarAsItGoes(idsOf(people), AT_ONCE, async (user_ids) => {
    const request = { ...requestTo(managed), json: { user_ids } };
    const answer = call('POST /admin/schools/{schoolId}/archive', request);
    archived.push(...(await ofPeople(managed, answer)).archived);
  });
  await reloadPeople(managed);
  const now = new Set(archived);
  const leavers = people.filter(({ id }) => now.has(id));
  const toast = {
    text: `${peopleIn(people.slice(0, stop?.done))} archived`,
    ...secondsFor(people),
    ...(leavers.length > 0 && { action: { label: 'Undo', run: () => void bringBack(managed, leavers) } }),
  };
  sayDone(toast, stop, 'Failed to archive them');
}

/** Says so if it fails. */
export async function bringBack(managed: Managed, people: readonly Person[]): Promise<void> {
  try {
    await inParts(idsOf(people), AT_ONCE, (user_ids) =>
      ofPeople(
        managed,
        call('POST /admin/schools/{schoolId}/archive/undo', { ...requestTo(managed), json: { user_ids } }),
      ),
    );
    await reloadPeople(managed);
    showToast({
      tone: 'done',
      text: `${peopleIn(people)} ${people.length === 1 ? 'is' : 'are'} back`,
      ...secondsFor(people),
      action: { label: 'Undo', run: () => void archiveAgain(managed, people) },
    });
  } catch (error) {
    sayFailure(error, 'Failed to bring them back');
  }
}

async function archiveAgain(managed: Managed, people: readonly Person[]): Promise<void> {
  try {
    await archivePeople(managed, people);
  } catch (error) {
    sayFailure(error, 'Failed to archive them again');
  }
}

/** What the students among these have done, as a file. Says so if it fails. */
export async function exportPapers(managed: Managed, people: readonly Person[]): Promise<void> {
  try {
    const { saveExport, toRows } = await import('./export-papers.ts');
    const rows: ReturnType<typeof toRows> = [];
    await inParts(idsOf(people), MAX_EXPORTED, async (user_ids) => {
      const request = { ...requestTo(managed), json: { user_ids } };
      const answer = call('POST /admin/schools/{schoolId}/export', request);
      rows.push(...toRows((await ofPeople(managed, answer)).students));
    });
    saveExport(rows);
  } catch (error) {
    sayFailure(error, 'The export failed');
  }
}
