import { observable } from '../../state/observable.ts';
import { sayMissing } from '../../ui/toasts.ts';
import { closeDialog } from './dialogs.ts';
import type * as PaperDialogs from './paper-dialogs.ts';

/** The dialogs about a paper, once they have come. */
export const fetchedDialogs = observable<typeof PaperDialogs | undefined>(undefined);

export const paperDialogs = {
  preload: async () => fetchedDialogs.write(await import('./paper-dialogs.ts')),
};

/** For one that is open already. Should they not come, the page stays: pressing again fetches them again. */
export async function fetchOpen(): Promise<void> {
  try {
    await paperDialogs.preload();
  } catch {
    closeDialog();
    sayMissing();
  }
}
