import type { Output } from '../../../../contract/index.ts';
import { type PaperId, parseCompletionKey } from '../../../../domain/completion-key.ts';
import { call } from '../../api/call.ts';
import { onIdentityChange } from '../../api/identity.ts';
import { observable, useObservable } from '../../state/observable.ts';
import type { ShownFile } from './files.ts';

export type SubjectEvidence = Output<'GET /completion/evidence'>;
type SubjectFile = SubjectEvidence['files'][number];
export type SittingFiles = {
  name: string;
  papers: { key: string; paper: PaperId; files: ShownFile[] }[];
};

type State = { status: 'loading' | 'failed' } | ({ status: 'ready' } & SubjectEvidence);

/** Of the subject that is on the screen. */
const shown = observable<State>({ status: 'loading' });
let subject: string | undefined;

export const useEvidence = () => useObservable(shown);

/** Shows a subject's files until the returned function is called. */
export function openEvidence(subjectId: string): () => void {
  subject = subjectId;
  void loadEvidence(subjectId);
  return () => {
    subject = undefined;
    shown.write({ status: 'loading' });
  };
}

export async function loadEvidence(subjectId: string): Promise<void> {
  shown.write({ status: 'loading' });
  const next = await call('GET /completion/evidence', { query: { subject_id: subjectId } }).then(
    (answer): State => ({ status: 'ready', ...answer }),
    (): State => ({ status: 'failed' }),
  );
  // Another one by now, or none.
  if (subject === subjectId) shown.write(next);
}

export function changeEvidence(change: (before: SubjectEvidence) => Partial<SubjectEvidence>): void {
  const before = shown.read();
  if (before.status === 'ready') shown.write({ ...before, ...change(before) });
}

const SESSION_ORDER = { November: 0, May: 1 };

/** By sitting, the newest first; in it by paper, each with its files in the order in which they came. */
export function bySitting(files: readonly SubjectFile[]): SittingFiles[] {
  const papers = new Map<string, { key: string; paper: PaperId; files: ShownFile[] }>();
  for (const file of files) {
    const paper = parseCompletionKey(file.key);
    const known = papers.get(file.key);
    if (known) known.files.push(file);
    else if (paper) papers.set(file.key, { key: file.key, paper, files: [file] });
  }
  const sorted = [...papers.values()].toSorted(
    ({ paper: a, key }, { paper: b, key: other }) =>
      b.year - a.year ||
      SESSION_ORDER[a.session] - SESSION_ORDER[b.session] ||
      compare(a, b) ||
      key.localeCompare(other),
  );
  const sittings: SittingFiles[] = [];
  for (const one of sorted) {
    const name = `${one.paper.session} ${one.paper.year}`;
    const last = sittings.at(-1);
    if (last?.name === name) last.papers.push(one);
    else sittings.push({ name, papers: [one] });
  }
  return sittings;
}

/** The essay after the numbered papers, as in the tracker. */
const compare = (a: PaperId, b: PaperId) => Number(a.paper === 'essay') - Number(b.paper === 'essay');

onIdentityChange(() => shown.write({ status: 'loading' }), 'user');
