import type { EvidenceFile } from '../../../../contract/evidence.ts';
import { MAX_FILES_PER_PAPER, TOO_MANY_FILES } from '../../../../domain/evidence.ts';
import { call } from '../../api/call.ts';
import { ApiError } from '../../api/errors.ts';
import { onIdentityChange } from '../../api/identity.ts';
import { isLoginCurrent } from '../../session/session.ts';
import { createListeners, observable, useObservable } from '../../state/observable.ts';
import { uploading } from '../../state/uploading.ts';
import { addFile, askForFiles, findList } from './files.ts';
import { type Kind, kindOf, Unsendable } from './kinds.ts';
import { fieldsOf, keyOf, type PaperTarget } from './paper-target.ts';
import { type Prepared, prepare } from './prepare.ts';
import { sendCounting } from './transport.ts';
import { FAILED } from './upload-messages.ts';

/**
 * The files that were chosen and have not arrived. They are sent one after the other, whatever is on the screen: closing
 * the dialog stops nothing, so nobody has to wait for a slow line.
 */
export type Upload = Readonly<{
  id: number;
  target: PaperTarget;
  name: string;
  /** For the sign beside it. A guess until its first bytes have been read. */
  type: EvidenceFile['file_type'];
  state: 'checking' | 'waiting' | 'preparing' | 'sending' | 'finishing' | 'failed';
  /** How much has been sent: 0 to 1. */
  sent: number;
  /** Once it has failed. */
  problem?: string;
  canRetry?: boolean;
  /** The address of the picture, here in the browser. */
  preview?: string;
}>;

/** What is not to be seen of an upload. */
interface Job {
  file: File;
  kind?: Kind;
  prepared?: Prepared;
  stop: AbortController;
  /** The paper's files when this one was sent for the first time. */
  before?: ReadonlySet<string>;
  /** It was sent, and no answer came: it may have arrived all the same. */
  isInDoubt: boolean;
}

const uploads = observable<readonly Upload[]>([]);
/** What has just happened, for screen readers. */
const said = observable('');
const jobs = new Map<number, Job>();
/** Everything that has arrived from here. */
const delivered = new Set<string>();
let lastId = 0;
let current: Job | undefined;
/** Counts the people at this screen. */
let era = 0;

/** Told of every upload that has arrived or failed. */
const ends = createListeners<[upload: Upload, hasArrived: boolean]>();
export const onUploadEnd = ends.subscribe;

export const useSaid = () => useObservable(said);
export const useUploads = (target: PaperTarget) => {
  const key = keyOf(target);
  return useObservable(uploads).filter((upload) => keyOf(upload.target) === key);
};
const isUnderWay = ({ state }: Upload) => state !== 'failed';
export const uploadsUnderWay = (target: PaperTarget) =>
  uploads.read().filter((upload) => isUnderWay(upload) && keyOf(upload.target) === keyOf(target));

function show(next: readonly Upload[]): void {
  uploads.write(next);
  const count = next.filter(isUnderWay).length;
  uploading.write(count);
  // Leaving the page would end them, so the browser asks before.
  if (count > 0) addEventListener('beforeunload', askBeforeLeaving);
  else removeEventListener('beforeunload', askBeforeLeaving);
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

const find = (id: number) => uploads.read().find((upload) => upload.id === id);

function change(id: number, values: Partial<Upload>): void {
  show(uploads.read().map((upload) => (upload.id === id ? { ...upload, ...values } : upload)));
}

function drop(id: number, { keepPreview = false } = {}): void {
  const { preview } = find(id) ?? {};
  if (preview && !keepPreview) URL.revokeObjectURL(preview);
  show(uploads.read().filter((upload) => upload.id !== id));
}

export function addUploads(target: PaperTarget, files: readonly File[]): void {
  for (const file of files) {
    const id = (lastId += 1);
    jobs.set(id, { file, stop: new AbortController(), isInDoubt: false });
    show([
      ...uploads.read(),
      { id, target, name: file.name, type: guessOf(file), state: 'checking', sent: 0 },
    ]);
    void check(id);
  }
}

const guessOf = ({ type }: File) => (type.startsWith('image/') ? 'jpeg' : 'pdf');

async function check(id: number): Promise<void> {
  const job = jobs.get(id);
  if (!job) return;
  try {
    job.kind = await kindOf(job.file);
    change(id, { state: 'waiting', type: job.kind === 'heic' ? 'jpeg' : job.kind });
  } catch (error) {
    fail(id, job, error);
  }
  sendNext();
}

/** In the order in which they were chosen. */
function sendNext(): void {
  const next = uploads.read().find(({ state }) => state === 'checking' || state === 'waiting');
  const job = next && jobs.get(next.id);
  if (current || next?.state !== 'waiting' || !job) return;
  current = job;
  void deliver(next, job).finally(() => {
    current = undefined;
    sendNext();
  });
}

async function deliver(upload: Upload, job: Job): Promise<void> {
  const { id, target } = upload;
  const mine = era;
  try {
    refuseTooMany(target);
    change(id, { state: 'preparing', sent: 0 });
    const prepared = await getPrepared(id, job);
    const file = (await findArrived(target, job, prepared)) ?? (await send(upload, job, prepared));
    if (mine !== era) return;
    // The server keeps a file once that is sent twice within seconds, and answers with the one that it has.
    const isTwin = delivered.has(file.public_id);
    delivered.add(file.public_id);
    if (find(id)) arrived(id, file, isTwin);
    else if (!isTwin) await takeBack(target, file);
  } catch (error) {
    if (find(id)) fail(id, job, error);
  }
}

/** The server has the last word on it; known beforehand, nothing is sent in vain. */
function refuseTooMany(target: PaperTarget): void {
  const list = findList(target);
  if (list && list.files.length >= MAX_FILES_PER_PAPER) throw new TooMany(TOO_MANY_FILES);
}

/** Unlike other files that are not sent, this one can be tried again. */
class TooMany extends Error {}

async function getPrepared(id: number, job: Job): Promise<Prepared> {
  if (!job.kind) throw new Error('Nobody has looked at the file');
  job.prepared ??= await prepare(job.file, job.kind, job.stop.signal);
  const { blob } = job.prepared;
  if (job.kind !== 'pdf' && !find(id)?.preview) change(id, { preview: URL.createObjectURL(blob) });
  return job.prepared;
}

/** An answer that got lost is no reason to store a file twice. */
async function findArrived(
  target: PaperTarget,
  job: Job,
  { name }: Prepared,
): Promise<EvidenceFile | undefined> {
  const { isInDoubt, before } = job;
  if (!isInDoubt || !before) return undefined;
  return (await askForFiles(target)).find(
    ({ public_id: id, original_filename }) =>
      original_filename === name && !before.has(id) && !delivered.has(id),
  );
}

async function send({ id, target, name }: Upload, job: Job, prepared: Prepared): Promise<EvidenceFile> {
  job.stop.signal.throwIfAborted();
  // Another tab has changed the login: it would land in somebody else's account.
  if (!isLoginCurrent()) throw new Error('The login has changed');
  const multipart = new FormData();
  for (const [field, value] of Object.entries(fieldsOf(target))) multipart.set(field, value);
  multipart.set('file', prepared.blob, prepared.name);
  const list = findList(target);
  if (list?.status === 'ready') job.before ??= new Set(list.files.map((file) => file.public_id));
  change(id, { state: 'sending' });
  said.write(`Uploading ${name}`);
  job.isInDoubt = true;
  return call('POST /completion/upload', {
    multipart,
    signal: job.stop.signal,
    send: sendCounting((sent) => {
      if (sent >= 0.5 && (find(id)?.sent ?? 1) < 0.5) said.write(`${name}: half of it is uploaded`);
      change(id, { sent, state: sent < 1 ? 'sending' : 'finishing' });
    }),
  });
}

function arrived(id: number, file: EvidenceFile, isTwin: boolean): void {
  const upload = find(id);
  if (!upload) return;
  const isShown = !isTwin && addFile(upload.target, file, upload.preview);
  jobs.delete(id);
  drop(id, { keepPreview: isShown });
  said.write(`${upload.name} added`);
  ends.tell(upload, true);
}

/** Called off too late to be stopped. Should it not go, it is there, and shown. */
async function takeBack(target: PaperTarget, file: EvidenceFile): Promise<void> {
  try {
    await call('DELETE /completion/files/{public_id}', { params: { public_id: file.public_id } });
  } catch {
    addFile(target, file, undefined);
  }
}

function fail(id: number, job: Job, error: unknown): void {
  const isAnswered = error instanceof ApiError && error.status < 500;
  if (isAnswered) job.isInDoubt = false;
  change(id, { state: 'failed', ...problemOf(error) });
  const upload = find(id);
  if (upload) ends.tell(upload, false);
}

/** What would be refused again is not to be tried again. */
const FINAL = new Set([413, 415, 422]);
/** The server's own words for being short of something are of more use than ours. */
const SHORT_OF = new Set([503, 507]);

function problemOf(error: unknown): Required<Pick<Upload, 'problem' | 'canRetry'>> {
  if (error instanceof Unsendable) return { problem: error.message, canRetry: false };
  if (error instanceof TooMany) return { problem: error.message, canRetry: true };
  if (error instanceof ApiError && error.detail && (error.status < 500 || SHORT_OF.has(error.status)))
    return { problem: error.detail, canRetry: !FINAL.has(error.status) };
  return { problem: FAILED, canRetry: true };
}

export function retryUpload(id: number): void {
  change(id, { state: 'waiting', sent: 0 });
  sendNext();
}

/** Calls it off, or puts it out of sight once it has failed. */
export function dropUpload(id: number): void {
  // When all of it has been sent, the server may have it: it is taken back as soon as that is known.
  if (find(id)?.state !== 'finishing') jobs.get(id)?.stop.abort();
  jobs.delete(id);
  drop(id);
  sendNext();
}

/** Those that can never be sent are forgotten with the dialog that said so. */
export function forgetUnsendable(target: PaperTarget): void {
  for (const { id, state, canRetry } of uploads
    .read()
    .filter((upload) => keyOf(upload.target) === keyOf(target)))
    if (state === 'failed' && !canRetry) dropUpload(id);
}

// Somebody else is at the screen: nothing is sent in their name.
onIdentityChange(() => {
  era += 1;
  said.write('');
  current?.stop.abort();
  for (const { id } of uploads.read()) {
    jobs.delete(id);
    drop(id);
  }
}, 'user');
