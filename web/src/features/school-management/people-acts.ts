import { MAX_CHOSEN, MAX_PAIRS, MAX_PASSWORDS } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { counted } from '../../format/counted.ts';
import { showToast, UNDO_MANY } from '../../ui/toasts.ts';
import { sayDone, sayFailure } from './failure-toasts.ts';
import { asFarAsItGoes, inParts } from './in-parts.ts';
import { type Managed, requestTo } from './managed.ts';
import { ofPeople } from './people-gone.ts';
import { type Person, peopleIn } from './people-words.ts';
import { reloadSchool } from './useSchool.ts';

/**
 * What is done to several people of a school at once. Each throws if it was refused, and can be undone, also if only a
 * part of it was done.
 */

export type SchoolRole = 'student' | 'teacher';

const idsOf = (people: readonly Person[]): number[] => people.map(({ id }) => id);

/** 'Undo', for as long as so many changes need. */
export const undoOf = (count: number, otherwise: string, run: () => Promise<unknown>) => ({
  action: { label: 'Undo', run: () => void run().catch((error: unknown) => sayFailure(error, otherwise)) },
  ...(count > 1 && { seconds: UNDO_MANY }),
});

export const OTHER_ROLE: Record<SchoolRole, SchoolRole> = { student: 'teacher', teacher: 'student' };

export async function changeRoles(
  managed: Managed,
  people: readonly Person[],
  role: SchoolRole,
): Promise<void> {
  const changed: number[] = [];
  const stop = await asFarAsItGoes(idsOf(people), MAX_CHOSEN, async (user_ids) => {
    const request = { ...requestTo(managed), json: { user_ids, role } };
    changed.push(...(await ofPeople(managed, call('POST /admin/schools/{schoolId}/roles', request))).changed);
  });
  await reloadSchool(managed);
  const now = new Set(changed);
  const others = people.filter(({ id }) => now.has(id)).map((one) => ({ ...one, role }));
  const toast = {
    text:
      others.length === 1
        ? `${peopleIn(others)} is now a ${role}`
        : `${counted(others.length, 'person', 'people')} are now ${role}s`,
    ...undoOf(others.length, 'Failed to change the roles back', () =>
      changeRoles(managed, others, OTHER_ROLE[role]),
    ),
  };
  sayDone(others.length > 0 ? toast : undefined, stop, 'Failed to change the roles');
}

export async function unassignAll(managed: Managed, students: readonly Person[]): Promise<void> {
  const ended: { teacher_id: number; student_id: number }[] = [];
  const stop = await asFarAsItGoes(idsOf(students), MAX_CHOSEN, async (user_ids) => {
    const request = { ...requestTo(managed), json: { user_ids } };
    ended.push(
      ...(await ofPeople(managed, call('POST /admin/schools/{schoolId}/classes/end', request))).pairs,
    );
  });
  await reloadSchool(managed);
  const changed = new Set(ended.map(({ student_id }) => student_id));
  const without = students.filter(({ id }) => changed.has(id));
  const toast = {
    text: `${peopleIn(without)} unassigned from all teachers`,
    ...undoOf(without.length, 'Failed to assign them again', async () => {
      await inParts(ended, MAX_PAIRS, (pairs) =>
        call('POST /admin/schools/{schoolId}/classes/restore', { ...requestTo(managed), json: { pairs } }),
      );
      await reloadSchool(managed);
      showToast({ tone: 'done', text: `${peopleIn(without)} assigned again` });
    }),
  };
  sayDone(without.length > 0 ? toast : undefined, stop, 'Failed to unassign them');
}

export type NewPassword = { id: number; username: string; email: string | null; password: string };

/** `tell` is given each part as it comes: what came before a part failed is not lost. */
export async function resetPasswords(
  managed: Managed,
  people: readonly Person[],
  tell: (passwords: NewPassword[]) => void,
): Promise<void> {
  await inParts(idsOf(people), MAX_PASSWORDS, async (user_ids) => {
    const request = { ...requestTo(managed), json: { user_ids } };
    const { passwords } = await ofPeople(managed, call('POST /admin/schools/{schoolId}/passwords', request));
    tell(
      passwords.map(({ username, email, ...rest }) => ({
        ...rest,
        email,
        username: username ?? email ?? `User ${rest.id}`,
      })),
    );
  });
}
