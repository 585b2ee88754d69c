import { FileText } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addressOf, pictureOf } from '../../../api/file-address.ts';
import { useApiQuery } from '../../../api/query.ts';
import { useIsImpersonating } from '../../../session/admins.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { columnName } from '../class-grid.ts';
import { queryOfPaper } from '../shared-files.ts';
import type { TrackedPaper } from '../student-progress.ts';
import { attemptsWords } from './attempts-words.ts';
import PaperWords from './PaperWords.tsx';

const PictureViewer = lazy(() => import('../../../ui/PictureViewer.tsx'));

type PaperDetailsProps = {
  /** The link to the student. */
  studentId: number;
  studentName: string;
  paper: TrackedPaper;
};

/** A paper of a student in full: when it was done, the files that are shared, and what the two wrote about it. */
export default function PaperDetails({ studentId, studentName, paper }: PaperDetailsProps) {
  // What is written, and what counts as a look, is between the two.
  const isVisit = useIsImpersonating();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    // It grows when its parts arrive, and with what is written.
    const growth = new ResizeObserver(() => current.scrollIntoView({ block: 'nearest' }));
    growth.observe(current);
    return () => growth.disconnect();
  }, []);
  return (
    <div ref={box} className="grid gap-3">
      {paper.isCompleted && <Attempts studentId={studentId} paper={paper} />}
      {paper.files > 0 && !isVisit && <Files studentId={studentId} studentName={studentName} paper={paper} />}
      {!isVisit && <PaperWords linkId={studentId} studentName={studentName} paperKey={paper.key} />}
    </div>
  );
}

function Attempts({ studentId, paper }: Omit<PaperDetailsProps, 'studentName'>) {
  const { data, isError, isFetching, refetch } = useApiQuery('GET /teachers/students/{id}/attempts', {
    params: { id: studentId },
    query: { key: paper.key },
  });
  if (data) return <p className="tabular-nums">{attemptsWords(data.attempts)}</p>;
  if (!isError || isFetching) return <Skeleton className="h-5 w-40" />;
  return (
    <p role="alert" className="text-small text-ink-soft">
      The attempts could not be loaded.{' '}
      <button type="button" className="link" onClick={() => void refetch()}>
        Try again
      </button>
    </p>
  );
}

/** Asking for them counts as a look, of which the student is told. */
function Files({ studentId, studentName, paper }: PaperDetailsProps) {
  const [shown, setShown] = useState<string>();
  const { data, isError, isFetching, refetch } = useApiQuery('GET /teachers/students/{id}/files', {
    params: { id: studentId },
    query: queryOfPaper(paper),
  });
  if (!data) {
    if (!isError || isFetching) return <Skeleton className="h-16 w-24" />;
    return (
      <p role="alert" className="text-small text-ink-soft">
        The files could not be loaded.{' '}
        <button type="button" className="link" onClick={() => void refetch()}>
          Try again
        </button>
      </p>
    );
  }
  return (
    <>
      <ul aria-label="Shared files" className="flex flex-wrap gap-2 print:hidden">
        {data.files.map((file) => (
          <li key={file.public_id}>
            <button
              type="button"
              title={file.original_filename}
              aria-label={`View ${file.original_filename}`}
              className="paper-thumb"
              onClick={() => setShown(file.public_id)}
            >
              {file.thumbnail_url ? (
                <img
                  src={addressOf(file.thumbnail_url)}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="size-full object-cover"
                />
              ) : (
                <FileText className="size-6" aria-hidden="true" />
              )}
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense>
          <PictureViewer
            pictures={data.files.map(pictureOf)}
            first={shown}
            captionOf={() => `${studentName}, ${columnName(paper)}`}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
