import type { SchoolGroup } from '../../../../contract/school-groups.ts';
import { GROUP_NAME_MAX } from '../../../../domain/groups.ts';
import { MAX_CHOSEN, MAX_MOVES } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { detailOf, RefusedField, statusOf } from '../../api/failure.ts';
import { counted } from '../../format/counted.ts';
import { showToast } from '../../ui/toasts.ts';
import { sayDone, sayFailure } from './failure-toasts.ts';
import { asFarAsItGoes, inParts } from './in-parts.ts';
import { type Managed, requestTo } from './managed.ts';
import { undoOf } from './people-acts.ts';
import { ofPeople } from './people-gone.ts';
import { reloadSchool } from './useSchool.ts';

/** What is done with the school's groups of students. */

const MOVE = 'POST /admin/schools/{schoolId}/groups/members';
const GROUP = '/admin/schools/{schoolId}/groups/{id}';

const ofGroup = ({ as, schoolId }: Managed, id: number) => ({ as, params: { schoolId, id } });

/** A name that another group has is said beside its field. */
async function named<T>(save: Promise<T>): Promise<T> {
  try {
    return await save;
  } catch (error) {
    if (statusOf(error) === 409) throw new RefusedField('name', detailOf(error) ?? '', { cause: error });
    throw error;
  }
}

function checkName(name: string): void {
  if (name === '') throw new RefusedField('name', 'Please fill this in.');
  if (Array.from(name).length > GROUP_NAME_MAX)
    throw new RefusedField('name', `Enter at most ${GROUP_NAME_MAX} characters.`);
}

type Move = { user_ids: number[]; add: number[]; remove: number[] };

/** Which groups students join and leave; `name` makes one that they join too. */
export type GroupChange = { add: readonly number[]; remove: readonly number[]; name?: string | undefined };

/** Of so many students at once. */
const mostOf = ({ add, remove }: Pick<Move, 'add' | 'remove'>): number =>
  Math.min(MAX_CHOSEN, Math.floor(MAX_MOVES / Math.max(1, add.length + remove.length)));

const move = async (managed: Managed, json: Move): Promise<Move[]> =>
  (await ofPeople(managed, call(MOVE, { ...requestTo(managed), json }))).changed;

/** All at once; Undo gives back exactly what changed. */
export async function changeGroups(
  managed: Managed,
  ids: readonly number[],
  { add, remove, name }: GroupChange,
): Promise<void> {
  const made = name === undefined ? undefined : await makeEmpty(managed, name);
  const wanted = { add: made ? [...add, made.id] : [...add], remove: [...remove] };
  const changed: Move[] = [];
  const stop = await asFarAsItGoes(ids, mostOf(wanted), async (user_ids) => {
    changed.push(...(await move(managed, { user_ids, ...wanted })));
  }).catch(async (error: unknown) => {
    // When it is tried again its name would be taken.
    if (made) await call(`DELETE ${GROUP}`, ofGroup(managed, made.id));
    throw error;
  });
  await reloadSchool(managed);
  const count = new Set(changed.flatMap(({ user_ids }) => user_ids)).size;
  const toast = {
    text: `Groups of ${counted(count, 'student')} changed`,
    ...undoOf(count, 'Failed to change the groups back', async () => {
      for (const { user_ids: students, add: joined, remove: left } of changed) {
        const back = { add: left, remove: joined };
        await inParts(students, mostOf(back), (user_ids) => move(managed, { user_ids, ...back }));
      }
      if (made) await call(`DELETE ${GROUP}`, ofGroup(managed, made.id));
      await reloadSchool(managed);
      showToast({ tone: 'done', text: `Groups of ${counted(count, 'student')} are as they were` });
    }),
  };
  sayDone(toast, stop, 'Failed to change the groups');
}

async function makeEmpty(managed: Managed, name: string): Promise<SchoolGroup> {
  checkName(name);
  const request = { ...requestTo(managed), json: { name, user_ids: [] } };
  return await named(call('POST /admin/schools/{schoolId}/groups', request));
}

export async function renameGroup(managed: Managed, group: SchoolGroup, name: string): Promise<void> {
  checkName(name);
  if (name === group.name) return;
  await named(call(`PUT ${GROUP}`, { ...ofGroup(managed, group.id), json: { name } }));
  await reloadSchool(managed);
  showToast({
    tone: 'done',
    text: `${group.name} is now ${name}`,
    ...undoOf(1, 'Failed to rename the group', () => renameGroup(managed, { ...group, name }, group.name)),
  });
}

/** Without asking: it can be undone. Says so if it fails. */
export async function deleteGroup(managed: Managed, { id, name }: SchoolGroup): Promise<void> {
  const request = ofGroup(managed, id);
  try {
    await call(`DELETE ${GROUP}`, request);
    await reloadSchool(managed);
    showToast({
      tone: 'done',
      text: `${name} deleted`,
      ...undoOf(1, 'Failed to bring the group back', async () => {
        await call(`POST ${GROUP}/restore`, request);
        await reloadSchool(managed);
      }),
    });
  } catch (error) {
    sayFailure(error, 'Failed to delete the group');
  }
}
