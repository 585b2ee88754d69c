import { detailOf, statusOf } from '../../../api/failure.ts';
import { counted } from '../../../format/counted.ts';
import { showToast, UNDO_MANY } from '../../../ui/toasts.ts';
import { changeGroup, type Group, refreshGroups } from './useGroups.ts';

/** Whether all of these are in the group. */
export const hasAll = (group: Group, ids: readonly number[]): boolean =>
  ids.length > 0 && ids.every((id) => group.students.includes(id));

/** The members with these among them, or without them if all are. */
export function toggled(
  { students }: Pick<Group, 'students'>,
  ids: readonly number[],
  isIn: boolean,
): number[] {
  const others = students.filter((id) => !ids.includes(id));
  return isIn ? others : [...others, ...ids];
}

async function put({ id, name }: Group, students: number[]): Promise<boolean> {
  try {
    await changeGroup(id, name, students);
    return true;
  } catch (error) {
    showToast({
      tone: 'danger',
      text: (statusOf(error) === 422 && detailOf(error)) || 'Failed to change the group. Please try again.',
    });
    return false;
  } finally {
    await refreshGroups();
  }
}

/** Puts these students into the group; where all are in it, takes them out. */
export async function toggleMembers(group: Group, ids: readonly number[]): Promise<void> {
  const isIn = hasAll(group, ids);
  if (!(await put(group, toggled(group, ids, isIn)))) return;
  const changed = ids.filter((id) => group.students.includes(id) === isIn).length;
  const who = counted(changed, 'student');
  showToast({
    tone: 'done',
    text: isIn ? `${who} taken out of ${group.name}` : `${who} added to ${group.name}`,
    action: { label: 'Undo', run: () => void put(group, group.students) },
    ...(changed > 1 && { seconds: UNDO_MANY }),
  });
}
