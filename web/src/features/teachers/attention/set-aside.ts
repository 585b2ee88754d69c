import { call } from '../../../api/call.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import { showToast } from '../../../ui/toasts.ts';

const put = (id: number, is_set_aside: boolean) =>
  call('PUT /teachers/students/{id}/set-aside', { params: { id }, json: { is_set_aside } });

async function change(id: number, isSetAside: boolean): Promise<boolean> {
  try {
    await put(id, isSetAside);
    return true;
  } catch {
    showToast({ tone: 'danger', text: 'This did not work. Please try again.' });
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/attention') });
  }
}

type Named = { id: number; name: string };

export async function setAside({ id, name }: Named): Promise<void> {
  if (!(await change(id, true))) return;
  showToast({
    tone: 'done',
    text: `${name} is set aside for a week`,
    action: { label: 'Undo', run: () => void change(id, false) },
    joins: { kind: 'set aside', count: 1, textOf: (count) => `${count} students are set aside for a week` },
  });
}

export async function bringBack({ id, name }: Named): Promise<void> {
  if (!(await change(id, false))) return;
  showToast({
    tone: 'done',
    text: `${name} is brought back`,
    action: { label: 'Undo', run: () => void change(id, true) },
    joins: { kind: 'brought back', count: 1, textOf: (count) => `${count} students are brought back` },
  });
}
