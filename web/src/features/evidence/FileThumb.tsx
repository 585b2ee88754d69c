import { FileText, Image } from 'lucide-react';
import { THUMBNAIL_WIDTH } from '../../../../domain/evidence.ts';
import { addressOf } from '../../api/file-address.ts';
import { cx } from '../../ui/cx.ts';
import type { ShownFile } from './files.ts';

/** What a press does; it opens in a new tab. */
export const verbOf = ({ file_type }: Pick<ShownFile, 'file_type'>) =>
  file_type === 'pdf' ? 'View PDF' : 'View Image';

type ThumbProps = {
  file: Pick<ShownFile, 'file_type' | 'thumbnail_url' | 'preview'> & Partial<Pick<ShownFile, 'sizes'>>;
  className: string;
  /** How wide it is drawn, for the browser to choose by. */
  sizes?: string;
};

/** The picture, or a sign for what has none. For the eye only: the name stands beside it. Its place is given by the class. */
export function FileThumb({ file, className, sizes }: ThumbProps) {
  const Sign = file.file_type === 'pdf' ? FileText : Image;
  const address = file.preview ?? (file.thumbnail_url && addressOf(file.thumbnail_url));
  return (
    <span className={cx('grid place-items-center overflow-hidden bg-sunken text-ink-soft', className)}>
      {address ? (
        <img
          src={address}
          srcSet={file.preview ? undefined : srcSetOf(file)}
          sizes={sizes}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
        />
      ) : (
        <Sign className="size-1/2 max-h-10 max-w-10" />
      )}
    </span>
  );
}

function srcSetOf({ thumbnail_url, sizes = [] }: ThumbProps['file']): string | undefined {
  if (!thumbnail_url || sizes.length === 0) return undefined;
  return [{ url: thumbnail_url, width: THUMBNAIL_WIDTH }, ...sizes]
    .map(({ url, width }) => `${addressOf(url)} ${width}w`)
    .join(', ');
}
