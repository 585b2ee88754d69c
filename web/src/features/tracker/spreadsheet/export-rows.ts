import { call } from '../../../api/call.ts';
import { failureOf } from '../../../api/failure.ts';
import { showToast, withStop } from '../../../ui/toasts.ts';

/** Saves all attempts as a file, and says so if that fails. */
export async function exportRows(): Promise<void> {
  try {
    const [{ attempts }, { saveRows }] = await Promise.all([
      call('GET /completion/spreadsheet', {}),
      import('./save-rows.ts'),
    ]);
    saveRows(attempts);
  } catch (error) {
    const { sentence, hint } = failureOf(error, () => 'The export failed.');
    showToast({ tone: 'danger', text: hint ? `${withStop(sentence)} ${hint}` : sentence, seconds: 6 });
  }
}
