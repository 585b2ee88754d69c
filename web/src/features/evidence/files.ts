import type { EvidenceFile } from '../../../../contract/evidence.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { onIdentityChange } from '../../api/identity.ts';
import { observable, useObservable } from '../../state/observable.ts';
import { fieldsOf, keyOf, type PaperDesk } from './desk.ts';

/** `preview`: the picture as it was sent from here, so that nothing flickers when the upload is done. */
export type ShownFile = EvidenceFile & { preview?: string | undefined };

export type PaperFiles = Readonly<{ status: 'loading' | 'ready' | 'failed'; files: readonly ShownFile[] }>;

const LOADING: PaperFiles = { status: 'loading', files: [] };
/** Of the papers whose files are on the screen. */
const lists = observable<ReadonlyMap<string, PaperFiles>>(new Map());

function put(key: string, list: PaperFiles | undefined): void {
  const next = new Map(lists.read());
  if (list) next.set(key, list);
  else next.delete(key);
  lists.write(next);
}

export const findList = (desk: PaperDesk): PaperFiles | undefined => lists.read().get(keyOf(desk));

export function useFiles(desk: PaperDesk): PaperFiles {
  return useObservable(lists).get(keyOf(desk)) ?? LOADING;
}

export async function askForFiles(desk: PaperDesk): Promise<EvidenceFile[]> {
  return (await call('GET /completion/files', { query: fieldsOf(desk) })).files;
}

/** Shows a paper's files until the function that it answers is called. */
export function openFiles(desk: PaperDesk): () => void {
  // A paper just ticked has none: there is nothing to ask for.
  if (desk.fileCount === 0) put(keyOf(desk), { status: 'ready', files: [] });
  else {
    put(keyOf(desk), LOADING);
    void readFiles(desk);
  }
  return () => {
    for (const { preview } of findList(desk)?.files ?? []) if (preview) URL.revokeObjectURL(preview);
    put(keyOf(desk), undefined);
  };
}

/** Asks for them anew each time: the addresses are good for an hour or two. */
async function readFiles(desk: PaperDesk): Promise<void> {
  let answer: EvidenceFile[] | undefined;
  try {
    answer = await askForFiles(desk);
  } catch {
    // Said where the files would be; there is nobody else to tell.
  }
  const list = findList(desk);
  // Closed meanwhile.
  if (!list) return;
  if (!answer) {
    put(keyOf(desk), { ...list, status: 'failed' });
    return;
  }
  const known = new Set(answer.map((file) => file.public_id));
  // What was uploaded while we asked.
  const files = [...answer, ...list.files.filter((file) => !known.has(file.public_id))];
  put(keyOf(desk), { status: 'ready', files });
  desk.setFileCount(() => files.length);
}

export function retryFiles(desk: PaperDesk): void {
  put(keyOf(desk), { ...(findList(desk) ?? LOADING), status: 'loading' });
  void readFiles(desk);
}

/** A file has arrived, with whatever address its preview has here; answers whether that is in use now. */
export function addFile(desk: PaperDesk, file: EvidenceFile, preview: string | undefined): boolean {
  const list = findList(desk);
  // Read from the server while its answer was on the way.
  if (list?.files.some(({ public_id }) => public_id === file.public_id)) return false;
  desk.setFileCount((count) => count + 1);
  if (list) put(keyOf(desk), { ...list, files: [...list.files, { ...file, preview }] });
  return list !== undefined;
}

export async function removeFile(desk: PaperDesk, { public_id }: EvidenceFile): Promise<void> {
  try {
    await call('DELETE /completion/files/{public_id}', { params: { public_id } });
  } catch (error) {
    // Gone already, from another tab or device: that is what was wanted.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  desk.setFileCount((count) => Math.max(0, count - 1));
  const list = findList(desk);
  if (list) put(keyOf(desk), { ...list, files: list.files.filter((file) => file.public_id !== public_id) });
}

onIdentityChange(() => lists.write(new Map()), 'user');
