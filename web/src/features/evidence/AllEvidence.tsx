import { CloudOff, Images } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import type { PaperId } from '../../../../domain/completion-key.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { pictureOf } from '../../api/file-address.ts';
import { counted } from '../../format/counted.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import {
  bySitting,
  changeEvidence,
  loadEvidence,
  openEvidence,
  type SubjectEvidence,
  useEvidence,
} from './all-evidence.ts';
import { FileCard } from './FileCard.tsx';
import { removeFile, type ShownFile } from './files.ts';
import type { PaperTarget } from './paper-target.ts';
import { PictureViewer, usePictureViewer } from './picture-viewer.ts';
import { ShareSwitch } from './ShareSwitch.tsx';
import './all-evidence.css';

type AllEvidenceProps = {
  subjectId: string;
  filesOf: (paper: PaperId) => PaperTarget;
  onClose: () => void;
};

/** All files of a subject on the whole screen. */
export function AllEvidence({ subjectId, filesOf, onClose }: AllEvidenceProps) {
  const evidence = useEvidence();
  useEffect(() => openEvidence(subjectId), [subjectId]);
  usePictureViewer();
  const count = evidence.status === 'ready' ? ` · ${counted(evidence.files.length, 'file')}` : '';
  return (
    <Dialog open size="full" title={`Evidence in ${subjectName(subjectId)}${count}`} onClose={onClose}>
      {evidence.status === 'loading' && <Waiting />}
      {evidence.status === 'failed' && (
        <EmptyState
          icon={<CloudOff />}
          action={<Button onClick={() => void loadEvidence(subjectId)}>Try again</Button>}
        >
          They could not be loaded.
        </EmptyState>
      )}
      {evidence.status === 'ready' && (
        <Sittings subjectId={subjectId} evidence={evidence} filesOf={filesOf} />
      )}
    </Dialog>
  );
}

type SittingsProps = Omit<AllEvidenceProps, 'onClose'> & { evidence: SubjectEvidence };

function Sittings({ subjectId, evidence: { files, sharing }, filesOf }: SittingsProps) {
  const [shown, setShown] = useState<string>();
  const sittings = bySitting(files);
  const papers = sittings.flatMap((sitting) => sitting.papers);
  const targetOf = (id: string) => {
    const found = papers.find((one) => one.files.some(({ public_id }) => public_id === id));
    return found && filesOf(found.paper);
  };
  const remove = async (file: ShownFile) => {
    const target = targetOf(file.public_id);
    if (target) await removeFile(target, file);
    changeEvidence((before) => ({
      files: before.files.filter(({ public_id }) => public_id !== file.public_id),
    }));
  };
  if (files.length === 0) {
    return (
      <EmptyState icon={<Images />} hint="Add photos or a PDF when you tick a paper.">
        No files yet.
      </EmptyState>
    );
  }
  const ordered = papers.flatMap((one) => one.files);
  return (
    <div className="evidence">
      {sharing && (
        <ShareSwitch
          inViewer
          subjectId={subjectId}
          sharing={sharing}
          onChange={(next) => changeEvidence(() => ({ sharing: next }))}
        />
      )}
      {sittings.map(({ name, papers: ofSitting }) => (
        <section key={name} aria-label={name}>
          <h3 className="evidence-sitting">{name}</h3>
          <ul className="evidence-files">
            {ofSitting.flatMap(({ paper, files: ofPaper }) =>
              ofPaper.map((file) => (
                <FileCard
                  key={file.public_id}
                  file={file}
                  paper={shortName(paper)}
                  onShow={() => setShown(file.public_id)}
                  onRemove={() => remove(file)}
                />
              )),
            )}
          </ul>
        </section>
      ))}
      {shown !== undefined && (
        <Suspense>
          <PictureViewer
            pictures={ordered.map(pictureOf)}
            first={shown}
            captionOf={({ id }) => targetOf(id)?.name ?? ''}
            onRemove={async ({ id }) => {
              const file = ordered.find(({ public_id }) => public_id === id);
              if (file) await remove(file);
            }}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** 'Paper 1, TZ2': its sitting stands above. */
const shortName = ({ paper, timezone }: PaperId) =>
  timezone === null ? paperLabel(paper) : `${paperLabel(paper)}, ${timezone}`;

/** As large as what comes, as far as that is known. */
function Waiting() {
  return (
    <div aria-busy="true" className="evidence">
      <span className="sr-only">Loading...</span>
      <div className="evidence-files">
        {['first', 'second', 'third', 'fourth'].map((place) => (
          <Skeleton key={place} className="h-56 rounded-lg" />
        ))}
      </div>
    </div>
  );
}
