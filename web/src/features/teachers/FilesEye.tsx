import { Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { PaperId } from '../../../../domain/completion-key.ts';
import { counted } from '../../format/counted.ts';
import type { Picture } from '../../ui/PictureViewer.tsx';
import { columnName } from './class-grid.ts';
import { openSharedFiles } from './shared-files.ts';

const PictureViewer = lazy(() => import('../../ui/PictureViewer.tsx'));

type FilesEyeProps = {
  /** The link to the student. */
  studentId: number;
  studentName: string;
  paper: PaperId;
  count: number;
  className: string;
};

/** Opens the files that a student shares; the student sees that they were opened. */
export default function FilesEye({ studentId, studentName, paper, count, className }: FilesEyeProps) {
  const [pictures, setPictures] = useState<readonly Picture[]>();
  const name = columnName(paper);
  const words = `View ${counted(count, 'file')}: ${studentName}, ${name}`;
  return (
    <>
      <button
        type="button"
        className={className}
        title={`View ${counted(count, 'file')}`}
        aria-label={words}
        onClick={() => void openSharedFiles(studentId, paper).then(setPictures)}
      >
        <Eye aria-hidden="true" />
      </button>
      {pictures && (
        <Suspense>
          <PictureViewer
            pictures={pictures}
            first={pictures[0]?.id ?? ''}
            captionOf={() => `${studentName}, ${name}`}
            onClose={() => setPictures(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
