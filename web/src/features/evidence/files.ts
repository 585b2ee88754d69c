import type { EvidenceFile, Sharing } from '../../../../contract/evidence.ts';
import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { onIdentityChange } from '../../api/identity.ts';
import { observable, useObservable } from '../../state/observable.ts';
import { fieldsOf, keyOf, type PaperTarget } from './paper-target.ts';

/** `preview`: the picture as it was sent from here, so that nothing flickers when the upload is done. */
export type ShownFile = EvidenceFile & { preview?: string | undefined };

export type PaperFiles = Readonly<{
  status: 'loading' | 'ready' | 'failed';
  files: readonly ShownFile[];
  /** Unknown until it is told, and of no concern to who has no teachers. */
  sharing?: Sharing | undefined;
}>;

const LOADING: PaperFiles = { status: 'loading', files: [] };
/** Of the papers whose files are on the screen. */
const lists = observable<ReadonlyMap<string, PaperFiles>>(new Map());

function put(key: string, list: PaperFiles | undefined): void {
  const next = new Map(lists.read());
  if (list) next.set(key, list);
  else next.delete(key);
  lists.write(next);
}

export const findList = (target: PaperTarget): PaperFiles | undefined => lists.read().get(keyOf(target));

export function useFiles(target: PaperTarget): PaperFiles {
  return useObservable(lists).get(keyOf(target)) ?? LOADING;
}

export async function askForFiles(target: PaperTarget): Promise<EvidenceFile[]> {
  return (await ask(target)).files;
}

const ask = (target: PaperTarget) => call('GET /completion/files', { query: fieldsOf(target) });

/** Shows a paper's files until the returned function is called. */
export function openFiles(target: PaperTarget): () => void {
  // A paper just ticked has none: there is nothing to ask for.
  if (target.fileCount === 0) put(keyOf(target), { status: 'ready', files: [] });
  else {
    put(keyOf(target), LOADING);
    void readFiles(target);
  }
  return () => {
    for (const { preview } of findList(target)?.files ?? []) if (preview) URL.revokeObjectURL(preview);
    put(keyOf(target), undefined);
  };
}

/** Asks for them again each time: the addresses are good for an hour or two. */
async function readFiles(target: PaperTarget): Promise<void> {
  let answer: Output<'GET /completion/files'> | undefined;
  try {
    answer = await ask(target);
  } catch {
    // Said where the files would be; there is nobody else to tell.
  }
  const list = findList(target);
  // Closed meanwhile.
  if (!list) return;
  if (!answer) {
    put(keyOf(target), { ...list, status: 'failed' });
    return;
  }
  const known = new Set(answer.files.map((file) => file.public_id));
  // What was uploaded while we asked.
  const files = [...answer.files, ...list.files.filter((file) => !known.has(file.public_id))];
  put(keyOf(target), { status: 'ready', files, sharing: answer.sharing });
  target.setFileCount(() => files.length);
}

export function retryFiles(target: PaperTarget): void {
  put(keyOf(target), { ...(findList(target) ?? LOADING), status: 'loading' });
  void readFiles(target);
}

/** A file has arrived, with whatever address its preview has here; returns whether that is in use now. */
export function addFile(target: PaperTarget, file: EvidenceFile, preview: string | undefined): boolean {
  const list = findList(target);
  // Read from the server while its answer was on the way.
  if (list?.files.some(({ public_id }) => public_id === file.public_id)) return false;
  target.setFileCount((count) => count + 1);
  if (list) put(keyOf(target), { ...list, files: [...list.files, { ...file, preview }] });
  // The first file of a paper: nothing had been asked for.
  if (list?.status === 'ready' && !list.sharing) void readSharing(target);
  return list !== undefined;
}

/** With a file there is something to share. Should the answer not come, that is offered the next time. */
async function readSharing(target: PaperTarget): Promise<void> {
  const answer = await ask(target).catch(() => undefined);
  if (answer?.sharing) setSharing(target, answer.sharing);
}

export function setSharing(target: PaperTarget, sharing: Sharing): void {
  const list = findList(target);
  if (list) put(keyOf(target), { ...list, sharing });
}

export async function removeFile(target: PaperTarget, { public_id }: EvidenceFile): Promise<void> {
  try {
    await call('DELETE /completion/files/{public_id}', { params: { public_id } });
  } catch (error) {
    // Gone already, from another tab or device: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  target.setFileCount((count) => Math.max(0, count - 1));
  const list = findList(target);
  if (list) put(keyOf(target), { ...list, files: list.files.filter((file) => file.public_id !== public_id) });
}

onIdentityChange(() => lists.write(new Map()), 'user');
