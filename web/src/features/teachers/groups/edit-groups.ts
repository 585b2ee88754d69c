import { detailOf, RefusedField, statusOf } from '../../../api/failure.ts';
import { textOf } from '../../../api/useSubmit.ts';
import { counted } from '../../../format/counted.ts';
import { showToast } from '../../../ui/toasts.ts';
import type { Student } from '../useStudents.ts';
import { readMembers } from './group-members.ts';
import { changeGroup, type Group, makeGroup, refreshGroups, removeGroup, restoreGroup } from './useGroups.ts';

/** Addresses of nobody among the teacher's students. */
export class UnknownMembers extends RefusedField {
  constructor(unknown: readonly string[]) {
    super('students', `Not among your students: ${unknown.join(', ')}.`);
  }
}

/** Saves what stands in the form. Nobody is left out unless the teacher has said so. */
export async function saveGroup(
  form: FormData,
  group: Group | undefined,
  { students, leaveOut }: { students: readonly Student[]; leaveOut: boolean },
): Promise<void> {
  const name = textOf(form, 'name').trim();
  if (name === '') throw new RefusedField('name', 'Please fill this in.');
  const { ids, unknown } = readMembers(textOf(form, 'students'), students);
  if (unknown.length > 0 && !leaveOut) throw new UnknownMembers(unknown);
  await named(() => (group ? changeGroup(group.id, name, ids) : makeGroup(name, ids)));
  showToast({ tone: 'done', text: `${name} saved` });
}

/** A group of these, who are not asked for again. */
export async function makeGroupOf(name: string, students: readonly number[]): Promise<void> {
  if (name === '') throw new RefusedField('name', 'Please fill this in.');
  const { id } = await named(() => makeGroup(name, [...students]));
  showToast({
    tone: 'done',
    text: `${counted(students.length, 'student')} added to ${name}`,
    action: { label: 'Undo', run: () => void removeGroup(id).catch(sayNotDeleted).then(refreshGroups) },
  });
}

/** A name that another group has is said beside its field. */
async function named(save: () => Promise<Group>): Promise<Group> {
  try {
    return await save();
  } catch (error) {
    if (statusOf(error) === 409) throw new RefusedField('name', detailOf(error) ?? '', { cause: error });
    throw error;
  } finally {
    await refreshGroups();
  }
}

/** What the screen says when a group could not be saved. */
export const saveSentence = (error: unknown): string =>
  (statusOf(error) === 422 && detailOf(error)) || 'Failed to save the group. Please try again.';

async function bringBack({ id }: Group): Promise<void> {
  try {
    await restoreGroup(id);
  } catch (error) {
    showToast({
      tone: 'danger',
      text:
        (statusOf(error) === 409 && detailOf(error)) || 'Failed to bring the group back. Please try again.',
    });
  }
  await refreshGroups();
}

/** Without asking: it can be undone. */
export async function deleteGroup(group: Group): Promise<void> {
  try {
    await removeGroup(group.id);
    showToast({
      tone: 'done',
      text: `${group.name} deleted`,
      action: { label: 'Undo', run: () => void bringBack(group) },
    });
  } catch {
    sayNotDeleted();
  }
  await refreshGroups();
}

function sayNotDeleted(): void {
  showToast({ tone: 'danger', text: 'Failed to delete the group. Please try again.' });
}
