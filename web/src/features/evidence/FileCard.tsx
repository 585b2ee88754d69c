import { addressOf } from '../../api/file-address.ts';
import { FileThumb, verbOf } from './FileThumb.tsx';
import type { ShownFile } from './files.ts';
import { useRemoval } from './RemoveFile.tsx';

type FileCardProps = {
  file: ShownFile;
  /** Which paper it belongs to, where that is not said above. */
  paper?: string;
  onShow: () => void;
  onRemove: () => Promise<void>;
};

/** A file among others: its picture opens in the page, its link in a new tab. */
export function FileCard({ file, paper, onShow, onRemove }: FileCardProps) {
  const { place, isAsking, ask, question } = useRemoval(file, onRemove);
  const verb = verbOf(file);
  return (
    <li ref={place} className="relative overflow-hidden rounded-lg border border-line">
      <div inert={isAsking} className="flex h-full flex-col">
        <div className="relative border-b border-line">
          <button
            type="button"
            aria-label={`Show ${file.original_filename}`}
            className="block w-full focus-visible:-outline-offset-2"
            onClick={onShow}
          >
            <FileThumb file={file} className="aspect-4/3" sizes="(min-width: 40rem) 10rem, 50vw" />
          </button>
          <span className="pointer-events-none absolute bottom-2 left-2 rounded-full border border-line bg-raised px-2 text-small font-medium text-ink-soft">
            {file.file_type.toUpperCase()}
          </span>
        </div>
        {paper && <p className="px-3 pt-2 text-small text-ink-soft">{paper}</p>}
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
