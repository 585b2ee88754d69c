import { onIdentityChange } from '../../api/identity.ts';
import { uploadToasts } from '../../state/uploading.ts';
import { hideToast, showToast } from '../../ui/toasts.ts';
import { keyOf, type PaperTarget } from './paper-target.ts';
import { dropUpload, forgetUnsendable, onUploadEnd, uploadsUnderWay } from './uploads.ts';

/** What is said of uploads that go on after their dialog was closed. */

/** Papers whose dialog is open, each with whether it can be seen: what happens to their files is said there. */
const watched = new Map<string, () => boolean>();
/** What has arrived unseen, and the message that said it would. */
const unseen = new Map<string, { names: string[]; toast: number }>();
/** The messages of what has failed. */
const failures = new Set<number>();

/** Long enough to be read on coming back to the page. */
const FAILURE_SECONDS = 60;

/**
 * While it lasts, nothing needs to be said here. Returns what ends it. A dialog is out of sight a moment before it is
 * closed, and what happens in that moment is to be said too.
 */
export function watchUploads(target: PaperTarget, isInSight: () => boolean): () => void {
  const key = keyOf(target);
  watched.set(key, isInSight);
  forget(key);
  return () => {
    watched.delete(key);
    forgetUnsendable(target);
    const underWay = uploadsUnderWay(target);
    if (underWay.length === 0) return;
    const toast = showToast({
      text: `Still uploading ${namesOf(underWay.map((upload) => upload.name))}. You can go on.`,
      action: {
        label: 'Cancel',
        run: () => {
          for (const { id } of uploadsUnderWay(target)) dropUpload(id);
        },
      },
    });
    unseen.set(key, { names: [], toast });
    uploadToasts.add(toast);
  };
}

function forget(key: string): void {
  const { toast } = unseen.get(key) ?? {};
  if (toast !== undefined) {
    hideToast(toast);
    uploadToasts.delete(toast);
  }
  unseen.delete(key);
}

const namesOf = ([first, ...others]: readonly string[]) =>
  others.length === 0 ? first : `${others.length + 1} files`;

// Somebody else is at the screen: none of it is theirs.
onIdentityChange(() => {
  for (const key of unseen.keys()) forget(key);
  for (const toast of failures) hideToast(toast);
  failures.clear();
}, 'user');

onUploadEnd((upload, hasArrived) => {
  const { target, name, problem } = upload;
  const key = keyOf(target);
  if (watched.get(key)?.()) return;
  const { names } = unseen.get(key) ?? { names: [] as string[] };
  if (hasArrived) names.push(name);
  else
    failures.add(
      showToast({
        tone: 'danger',
        text: `${target.name}: ${problem}`,
        action: { label: 'Open', run: target.openScore },
        seconds: FAILURE_SECONDS,
      }),
    );
  if (uploadsUnderWay(target).length > 0) return;
  forget(key);
  if (names.length > 0) showToast({ tone: 'done', text: `${namesOf(names)} added to ${target.name}` });
});
