import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { showToast } from '../../ui/toasts.ts';

const KEY = queryKey('GET /schooladmin/settings', { as: 'schoolAdmin' });

/** Shown as it is once the server has answered: it decides about others. */
export async function switchSharePages(isOn: boolean): Promise<void> {
  try {
    const json = { share_pages: isOn };
    queryClient.setQueryData(KEY, await call('PUT /schooladmin/settings', { as: 'schoolAdmin', json }));
    showToast({ tone: 'done', text: isOn ? 'Share pages are on.' : 'Share pages are off.' });
  } catch {
    showToast({ tone: 'danger', text: 'Failed to save this. Please try again.' });
    await queryClient.invalidateQueries({ queryKey: KEY });
  }
}
