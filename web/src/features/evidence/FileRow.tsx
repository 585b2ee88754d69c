import { addressOf } from '../../api/file-address.ts';
import { FileThumb, verbOf } from './FileThumb.tsx';
import { removeFile, type ShownFile } from './files.ts';
import type { PaperTarget } from './paper-target.ts';
import { useRemoval } from './RemoveFile.tsx';

/** A file that has arrived: seen, opened, removed. */
export function FileRow({ target, file }: { target: PaperTarget; file: ShownFile }) {
  const { place, isAsking, ask, question } = useRemoval(file, () => removeFile(target, file));
  const thumb = <FileThumb file={file} className="size-12 shrink-0 rounded-md" />;
  return (
    <li ref={place} className="flex min-h-16 items-center gap-3 *:[p]:flex-1">
      {isAsking ? (
        <>
          {thumb}
          {question}
        </>
      ) : (
        <>
          <a
            href={addressOf(file.file_url)}
            target="_blank"
            rel="noopener"
            title={verbOf(file)}
            className="group flex min-w-0 flex-1 items-center gap-3 rounded-md"
          >
            {thumb}
            <span className="min-w-0">
              <span className="block truncate group-hover:underline">{file.original_filename}</span>
              <span className="block text-small text-ink-soft">{file.file_type.toUpperCase()}</span>
            </span>
          </a>
          {ask}
        </>
      )}
    </li>
  );
}
