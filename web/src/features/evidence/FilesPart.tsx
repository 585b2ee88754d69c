import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { MAX_FILES_PER_PAPER } from '../../../../domain/evidence.ts';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { watchUploads } from './background.ts';
import { FileChooser } from './FileChooser.tsx';
import { FileRow } from './FileRow.tsx';
import { openFiles, retryFiles, setSharing, useFiles } from './files.ts';
import type { PaperTarget } from './paper-target.ts';
import { ShareSwitch } from './ShareSwitch.tsx';
import { UploadRow } from './UploadRow.tsx';
import { addUploads, useSaid, useUploads } from './uploads.ts';

/** The part of the score dialog that takes files. */
export function FilesPart(target: PaperTarget) {
  const isUser = useSession().status === 'user';
  return isUser ? <FilesOfUser target={target} /> : <FilesOfGuest />;
}

/** A guest has no server to keep a file. */
function FilesOfGuest() {
  return (
    <section className="mt-4">
      <h3 className="mb-1.5 font-medium tracking-normal">Files</h3>
      <p className="text-ink-soft">
        To keep photos and PDFs of your work here,{' '}
        <Link href={pathTo('register')} className="link">
          register
        </Link>
        . What you have ticked comes with you.
      </p>
    </section>
  );
}

function FilesOfUser({ target }: { target: PaperTarget }) {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  // One for as long as the dialog is open.
  const [opened] = useState(target);
  const { status, files, sharing } = useFiles(opened);
  const uploads = useUploads(opened);
  useEffect(() => openFiles(opened), [opened]);
  useEffect(() => watchUploads(opened, () => isInSight(place.current)), [opened]);

  return (
    <section ref={place} aria-labelledby={id} className="mt-4">
      <h3 id={id} className="mb-1.5 flex justify-between font-medium tracking-normal">
        <span>
          Files <span className="font-normal text-ink-soft">(optional)</span>
        </span>
        {files.length > 0 && (
          <span className="font-normal text-ink-soft tabular-nums">
            {files.length} of {MAX_FILES_PER_PAPER}
          </span>
        )}
      </h3>
      <FileChooser
        isFull={files.length >= MAX_FILES_PER_PAPER}
        onFiles={(chosen) => addUploads(opened, chosen)}
      />
      <ul className="mt-2 divide-y divide-line">
        {files.map((file) => (
          <FileRow key={file.public_id} target={opened} file={file} />
        ))}
        {status === 'loading' &&
          Array.from({ length: opened.fileCount }, (_, index) => <Waiting key={index} />)}
        {uploads.map((upload) => (
          <UploadRow key={`upload ${upload.id}`} upload={upload} />
        ))}
      </ul>
      {status === 'failed' && (
        <p className="flex items-center justify-between gap-3 py-2 text-small text-ink-soft">
          The files of this paper could not be loaded.
          <button type="button" className="link min-h-8 shrink-0" onClick={() => retryFiles(opened)}>
            Try again
          </button>
        </p>
      )}
      {sharing && files.length > 0 && (
        <ShareSwitch
          subjectId={opened.paper.subjectId}
          sharing={sharing}
          onChange={(next) => setSharing(opened, next)}
        />
      )}
      <p role="status" className="sr-only">
        <Said />
      </p>
    </section>
  );
}

const isInSight = (element: HTMLElement | null) => (element?.getClientRects().length ?? 0) > 0;

/** Its own component: what is said draws nothing else. */
const Said = () => useSaid();

/** As high as the file that comes. */
function Waiting() {
  return (
    <li className="flex items-center gap-3 py-2">
      <Skeleton className="size-12 shrink-0" />
      <Skeleton className="h-4 w-40" />
    </li>
  );
}
