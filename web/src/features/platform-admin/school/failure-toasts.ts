import { adminSentence } from '../../../api/admin-failure.ts';
import { failureOf } from '../../../api/failure.ts';
import { showToast } from '../../../ui/toasts.ts';

/** What an act that failed says: the server's words or `otherwise`, and what helps. */
export function sayFailure(error: unknown, otherwise: string): void {
  const { sentence, hint } = failureOf(error, () => adminSentence(error, otherwise));
  const text = hint ? `${sentence.replace(/\.?$/, '.')} ${hint}` : sentence;
  showToast({ tone: 'danger', text, seconds: 6 });
}

export function sayRefusal(text: string): void {
  showToast({ tone: 'danger', text, seconds: 6 });
}
