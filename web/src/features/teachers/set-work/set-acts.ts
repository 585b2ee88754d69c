import { call } from '../../../api/call.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import { counted } from '../../../format/counted.ts';
import { shownWeekday } from '../../../format/shown-date.ts';
import { showToast, UNDO_MANY } from '../../../ui/toasts.ts';
import type { bodyOf } from './set-draft.ts';

/** Whatever shows set work is asked for again. */
function refreshSets(): void {
  for (const address of [
    'GET /teachers/sets',
    'GET /teachers/sets/{id}',
    'GET /teachers/grid',
    'GET /teachers/attention',
    'GET /teachers/students/{id}',
  ] as const)
    void queryClient.invalidateQueries({ queryKey: queryKey(address) });
}

type Body = ReturnType<typeof bodyOf>;

/**
 * Sent again after an answer that never came, it is the same set work; and then as it is wanted now, for what was sent
 * first may have been something else.
 */
export async function setPapers(id: string, body: Body, isAgain: boolean): Promise<void> {
  let { students, due_on: day } = await call('POST /teachers/sets', { json: { id, ...body } });
  if (isAgain)
    ({ students, due_on: day } = await call('PUT /teachers/sets/{id}', { params: { id }, json: body }));
  refreshSets();
  showToast({
    tone: 'done',
    text: `Set for ${counted(students, 'student')}, due ${shownWeekday(day)}`,
    action: { label: 'Undo', run: () => void takeBack(id) },
    ...(students > 1 && { seconds: UNDO_MANY }),
  });
}

export async function changeSet(id: string, body: Body): Promise<void> {
  await call('PUT /teachers/sets/{id}', { params: { id }, json: body });
  refreshSets();
  showToast({ tone: 'done', text: 'Changes saved' });
}

async function takeBack(id: string): Promise<void> {
  try {
    await call('DELETE /teachers/sets/{id}', { params: { id } });
  } catch {
    showToast({ tone: 'danger', text: 'Failed to withdraw the papers. Please try again.' });
  }
  refreshSets();
}

/** Without asking: it can be undone. `leave` goes where it is no longer looked at, before it is gone. */
export async function withdraw(id: string, leave: () => void): Promise<void> {
  try {
    await call('DELETE /teachers/sets/{id}', { params: { id } });
  } catch {
    showToast({ tone: 'danger', text: 'Failed to withdraw the papers. Please try again.' });
    return;
  }
  leave();
  queryClient.removeQueries({ queryKey: queryKey('GET /teachers/sets/{id}', { params: { id } }) });
  refreshSets();
  showToast({
    tone: 'done',
    text: 'Withdrawn',
    action: { label: 'Undo', run: () => void restore(id) },
    seconds: UNDO_MANY,
  });
}

async function restore(id: string): Promise<void> {
  try {
    await call('POST /teachers/sets/{id}/restore', { params: { id } });
  } catch {
    showToast({ tone: 'danger', text: 'Failed to bring the papers back. Please try again.' });
  }
  refreshSets();
}
