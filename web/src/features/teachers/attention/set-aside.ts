import { call } from '../../../api/call.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import { showToast } from '../../../ui/toasts.ts';

const put = (id: number, is_set_aside: boolean) =>
  call('PUT /teachers/students/{id}/set-aside', { params: { id }, json: { is_set_aside } });

type Named = { id: number; name: string };

const refetch = () => queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/attention') });

async function change({ id, name }: Named, isSetAside: boolean): Promise<boolean> {
  try {
    await put(id, isSetAside);
  } catch {
    const act = isSetAside ? `set ${name} aside` : `bring ${name} back`;
    showToast({ tone: 'danger', text: `Failed to ${act}. Please try again.` });
    // Its row need not wait for what the server may not answer.
    void refetch();
    return false;
  }
  await refetch();
  return true;
}

export async function setAside(student: Named): Promise<void> {
  if (!(await change(student, true))) return;
  showToast({
    tone: 'done',
    text: `${student.name} is set aside for a week`,
    action: { label: 'Undo', run: () => void change(student, false) },
    joins: { kind: 'set aside', count: 1, textOf: (count) => `${count} students are set aside for a week` },
  });
}

export async function bringBack(student: Named): Promise<void> {
  if (!(await change(student, false))) return;
  showToast({
    tone: 'done',
    text: `${student.name} is brought back`,
    action: { label: 'Undo', run: () => void change(student, true) },
    joins: { kind: 'brought back', count: 1, textOf: (count) => `${count} students are brought back` },
  });
}
