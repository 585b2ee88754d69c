import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { sayMore, showToast, UNDO_MANY } from '../../ui/toasts.ts';
import { addStudent, refreshStudents, STUDENTS_KEY, type Student, type Students } from './useStudents.ts';

async function removeStudent(id: number): Promise<void> {
  await call('DELETE /teachers/students/{id}', { params: { id } });
  await queryClient.cancelQueries({ queryKey: STUDENTS_KEY });
  queryClient.setQueryData<Students>(
    STUDENTS_KEY,
    (before) => before && { students: before.students.filter((student) => student.id !== id) },
  );
  queryClient.removeQueries({ queryKey: queryKey('GET /teachers/students/{id}', { params: { id } }) });
  void refreshStudents();
}

/** The server puts back who was removed a moment ago, as they were. */
async function addAgain({ email, name }: Student): Promise<void> {
  try {
    await addStudent(email, name);
  } catch {
    showToast({ tone: 'danger', text: 'Failed to add student. Please try again.' });
  }
  await refreshStudents();
}

/** So many at once: the list of a whole year is gone in moments, and others are answered meanwhile. */
const AT_ONCE = 4;

/** Returns those with whom it failed. */
async function withEach(
  students: readonly Student[],
  work: (student: Student) => Promise<unknown>,
): Promise<Student[]> {
  const failed: Student[] = [];
  const rest = [...students];
  const next = async (): Promise<void> => {
    for (let student = rest.shift(); student; student = rest.shift()) {
      try {
        await work(student);
      } catch {
        failed.push(student);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return failed;
}

async function addAllAgain(students: readonly Student[]): Promise<void> {
  const failed = await withEach(students, ({ email, name }) => addStudent(email, name));
  if (failed.length > 0)
    showToast({
      tone: 'danger',
      text: `Failed to add ${counted(failed.length, 'student')}. Please try again.`,
    });
  await refreshStudents();
}

/** Several at once, with one Undo for all. Returns whether none is left of them. */
export async function removeMany(students: readonly Student[]): Promise<boolean> {
  const failed = await withEach(students, ({ id }) =>
    call('DELETE /teachers/students/{id}', { params: { id } }),
  );
  await refreshStudents();
  const removed = students.filter((student) => !failed.includes(student));
  const isOne = removed.length === 1;
  const failure = `Failed to remove ${counted(failed.length, 'student')}. Please try again.`;
  if (removed.length > 0) {
    const id = showToast({
      tone: 'done',
      text: isOne ? 'Student removed successfully' : `${removed.length} students removed successfully`,
      seconds: isOne ? 6 : UNDO_MANY,
      action: { label: 'Undo', run: () => void addAllAgain(removed) },
    });
    if (failed.length > 0) sayMore(id, failure);
  } else showToast({ tone: 'danger', text: failure });
  return failed.length === 0;
}

/** Without asking: it can be undone. */
export async function removeAtOnce(student: Student): Promise<void> {
  await removeStudent(student.id);
  showToast({
    tone: 'done',
    text: 'Student removed successfully',
    action: { label: 'Undo', run: () => void addAgain(student) },
    joins: {
      kind: 'student removed',
      count: 1,
      textOf: (count) => `${count} students removed successfully`,
    },
  });
}
