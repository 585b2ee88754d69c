import { ImageOff, Plus } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { subjectName } from '../../../../domain/subjects.ts';
import { pictureOf } from '../../api/file-address.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FileCard } from './FileCard.tsx';
import { openFiles, removeFile, retryFiles, setSharing, useFiles } from './files.ts';
import type { PaperTarget } from './paper-target.ts';
import { PictureViewer, usePictureViewer } from './picture-viewer.ts';
import { ShareSwitch } from './ShareSwitch.tsx';

type ViewerProps = PaperTarget & { isCompleted: boolean; onClose: () => void };

export function FilesViewer({ isCompleted, onClose, ...target }: ViewerProps) {
  const [opened] = useState(target);
  const { status, files, sharing } = useFiles(opened);
  const [shown, setShown] = useState<string>();
  useEffect(() => openFiles(opened), [opened]);
  usePictureViewer();
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
            <FileCard
              key={file.public_id}
              file={file}
              onShow={() => setShown(file.public_id)}
              onRemove={() => removeFile(opened, file)}
            />
          ))}
          {status === 'loading' &&
            Array.from({ length: opened.fileCount }, (_, index) => <Waiting key={index} />)}
        </ul>
      )}
      {sharing && files.length > 0 && (
        <ShareSwitch
          inViewer
          subjectId={opened.paper.subjectId}
          sharing={sharing}
          onChange={(next) => setSharing(opened, next)}
        />
      )}
      {shown !== undefined && (
        <Suspense>
          <PictureViewer
            pictures={files.map(pictureOf)}
            first={shown}
            captionOf={() => opened.name}
            onRemove={async ({ id }) => {
              const file = files.find(({ public_id }) => public_id === id);
              if (file) await removeFile(opened, file);
            }}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
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
