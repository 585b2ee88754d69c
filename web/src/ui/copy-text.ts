import { showToast } from './toasts.ts';

/** Returns whether it worked; a browser may refuse the clipboard. */
export async function copyText(
  text: string,
  done: string,
  refused = 'The browser did not allow copying. Please select the text and copy it manually.',
): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'done', text: done });
    return true;
  } catch {
    showToast({ tone: 'danger', text: refused, seconds: 6 });
    return false;
  }
}
