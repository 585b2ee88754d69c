import { call } from '../../../api/call.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import { counted } from '../../../format/counted.ts';
import { showToast } from '../../../ui/toasts.ts';

const put = (id: number, is_set_aside: boolean) =>
  call('PUT /teachers/students/{id}/set-aside', { params: { id }, json: { is_set_aside } });

/** All of them, or none is said to be done. */
async function change(ids: readonly number[], isSetAside: boolean): Promise<boolean> {
  try {
    for (const id of ids) await put(id, isSetAside);
    return true;
  } catch {
    showToast({ tone: 'danger', text: 'This did not work. Please try again.' });
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/attention') });
  }
}

export async function setAside({ id, name }: { id: number; name: string }): Promise<void> {
  if (!(await change([id], true))) return;
  showToast({
    tone: 'done',
    text: `${name} is set aside for a week`,
    action: { label: 'Undo', run: () => void change([id], false) },
    joins: { kind: 'set aside', count: 1, textOf: (count) => `${count} students are set aside for a week` },
  });
}

export async function bringBack(ids: readonly number[]): Promise<void> {
  if (!(await change(ids, false))) return;
  showToast({
    tone: 'done',
    text: `${counted(ids.length, 'student')} brought back`,
    action: { label: 'Undo', run: () => void change(ids, true) },
  });
}
