import type { SchoolGroup } from '../../../../contract/school-groups.ts';
import { GROUP_NAME_MAX } from '../../../../domain/groups.ts';
import { MAX_CHOSEN, MAX_MOVES } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { detailOf, RefusedField, statusOf } from '../../api/failure.ts';
import { counted } from '../../format/counted.ts';
import { showToast } from '../../ui/toasts.ts';
import { sayFailure } from './failure-toasts.ts';
import { inParts } from './in-parts.ts';
import { type Managed, requestTo } from './managed.ts';
import { undoOf } from './people-acts.ts';
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

async function move(managed: Managed, moves: readonly Move[]): Promise<Move[]> {
  const changed: Move[] = [];
  for (const { user_ids: ids, ...change } of moves) {
    const most = Math.floor(MAX_MOVES / Math.max(1, change.add.length + change.remove.length));
    await inParts(ids, Math.min(MAX_CHOSEN, most), async (user_ids) => {
      const request = { ...requestTo(managed), json: { user_ids, ...change } };
      changed.push(...(await call(MOVE, request)).changed);
    });
  }
  return changed;
}

/** All at once; Undo gives back exactly what changed. */
export async function changeGroups(
  managed: Managed,
  ids: readonly number[],
  { add, remove, name }: GroupChange,
): Promise<void> {
  const made = name === undefined ? undefined : await makeEmpty(managed, name);
  const joins = made ? [...add, made.id] : [...add];
  const changed = await move(managed, [{ user_ids: [...ids], add: joins, remove: [...remove] }]);
  await reloadSchool(managed);
  const count = new Set(changed.flatMap(({ user_ids }) => user_ids)).size;
  showToast({
    tone: 'done',
    text: `Groups of ${counted(count, 'student')} changed`,
    ...undoOf(count, 'Failed to change the groups back', async () => {
      await move(
        managed,
        changed.map((one) => ({ ...one, add: one.remove, remove: one.add })),
      );
      if (made) await call(`DELETE ${GROUP}`, ofGroup(managed, made.id));
      await reloadSchool(managed);
      showToast({ tone: 'done', text: `Groups of ${counted(count, 'student')} are as they were` });
    }),
  });
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
