import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { showToast } from '../../ui/toasts.ts';
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
