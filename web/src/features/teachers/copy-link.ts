import { showToast } from '../../ui/toasts.ts';

/** Says whether it worked; a browser may refuse the clipboard. */
export async function copyLink(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    showToast({ tone: 'done', text: 'Invitation link copied to clipboard!' });
    return true;
  } catch {
    showToast({
      tone: 'danger',
      text: 'The link could not be copied. Please select it and copy it manually.',
    });
    return false;
  }
}
