import { ImageOff, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { subjectName } from '../../../../domain/subjects.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { addressOf, FileThumb, verbOf } from './FileThumb.tsx';
import { openFiles, retryFiles, type ShownFile, useFiles } from './files.ts';
import type { PaperTarget } from './paper-target.ts';
import { useRemoval } from './RemoveFile.tsx';

type ViewerProps = PaperTarget & { isCompleted: boolean; onClose: () => void };

export function FilesViewer({ isCompleted, onClose, ...target }: ViewerProps) {
  const [opened] = useState(target);
  const { status, files } = useFiles(opened);
  useEffect(() => openFiles(opened), [opened]);
  const isEmpty = status !== 'loading' && files.length === 0;

  return (
    <Dialog
      open
      title="Paper Files"
      description={
        <>
          {opened.name}
          <span className="block text-balance">{subjectName(opened.paper.subjectId)}</span>
        </>
      }
      onClose={onClose}
      footer={
        isCompleted && (
          <Button icon={<Plus className="size-4.5" />} onClick={opened.openScore} data-adds-files>
            Add files
          </Button>
        )
      }
    >
      {isEmpty ? (
        <NoFiles hasFailed={status === 'failed'} onRetry={() => retryFiles(opened)} />
      ) : (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          {files.map((file) => (
            <FileCard key={file.public_id} target={opened} file={file} />
          ))}
          {status === 'loading' &&
            Array.from({ length: opened.fileCount }, (_, index) => <Waiting key={index} />)}
        </ul>
      )}
    </Dialog>
  );
}

function NoFiles({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
  return (
    <EmptyState
      icon={<ImageOff />}
      hint={hasFailed && 'They could not be loaded.'}
      action={hasFailed && <Button onClick={onRetry}>Try again</Button>}
    >
      No files to show.
    </EmptyState>
  );
}

function FileCard({ target, file }: { target: PaperTarget; file: ShownFile }) {
  const { place, isAsking, ask, question } = useRemoval(target, file);
  const verb = verbOf(file);
  return (
    <li ref={place} className="relative overflow-hidden rounded-lg border border-line">
      <div inert={isAsking} className="flex h-full flex-col">
        <div className="relative border-b border-line">
          <FileThumb file={file} className="aspect-4/3" sizes="(min-width: 40rem) 10rem, 50vw" />
          <span className="absolute bottom-2 left-2 rounded-full border border-line bg-raised px-2 text-small font-medium text-ink-soft">
            {file.file_type.toUpperCase()}
          </span>
        </div>
        <p className="line-clamp-2 px-3 pt-2 text-small font-medium" title={file.original_filename}>
          {file.original_filename}
        </p>
        <div className="mt-auto flex items-center justify-between p-1">
          <a
            href={addressOf(file.file_url)}
            target="_blank"
            rel="noopener"
            aria-label={`${verb}: ${file.original_filename}`}
            className="inline-flex min-h-8 items-center rounded-md px-2 text-small font-medium text-accent hover:underline pointer-coarse:min-h-11"
          >
            {verb}
          </a>
          {ask}
        </div>
      </div>
      {isAsking && (
        <div className="absolute inset-0 flex flex-col justify-center gap-2 bg-raised p-3 text-center">
          {question}
        </div>
      )}
    </li>
  );
}

/** As large as the card that comes. */
function Waiting() {
  return (
    <li className="overflow-hidden rounded-lg border border-line">
      <Skeleton className="aspect-4/3 rounded-none" />
      <div className="grid gap-3 p-3">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-16" />
      </div>
    </li>
  );
}
