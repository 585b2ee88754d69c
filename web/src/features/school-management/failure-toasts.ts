import { adminSentence } from '../../api/admin-failure.ts';
import { failureOf } from '../../api/failure.ts';
import { sayMore, showToast, type Toast, withStop } from '../../ui/toasts.ts';
import type { Stop } from './in-parts.ts';

/** What an act that failed says: the server's words or `otherwise`, and what helps. */
export function sayFailure(error: unknown, otherwise: string): void {
  showToast({ tone: 'danger', text: wordsOn(error, otherwise), seconds: 6 });
}

/** The same, after a part of it was done, of which `toast` has told. */
export function sayRestFailed(toast: number, rest: number, error: unknown, otherwise: string): void {
  sayMore(toast, `The other ${rest.toLocaleString('en-US')}: ${wordsOn(error, otherwise)}`);
}

/** What was done to many, if anything was; and where a later part failed, of how many it was not. */
export function sayDone(toast: Toast | undefined, stop: Stop | undefined, otherwise: string): void {
  const id = toast && showToast({ tone: 'done', ...toast });
  if (stop && id !== undefined) sayRestFailed(id, stop.left, stop.cause, otherwise);
  else if (stop) sayFailure(stop.cause, otherwise);
}

function wordsOn(error: unknown, otherwise: string): string {
  const { sentence, hint } = failureOf(error, () => adminSentence(error, otherwise));
  return hint ? `${withStop(sentence)} ${hint}` : sentence;
}

export function sayRefusal(text: string): void {
  showToast({ tone: 'danger', text, seconds: 6 });
}
