import { IMAGE_WIDTHS } from '../../../contract/evidence.ts';
import type { Delivery } from './signing.ts';

type Stored = Pick<Delivery, 'publicId' | 'kind' | 'width'>;

/** The names of a file's objects in the store. */
export const objectName = ({ publicId, kind, width }: Stored): string => {
  if (kind === 'thumbnail') return `${publicId}.thumbnail`;
  return width === null ? publicId : `${publicId}.${width}`;
};

export const objectNames = (publicId: string): string[] => [
  ...[null, ...IMAGE_WIDTHS].map((width) => objectName({ publicId, kind: 'file', width })),
  objectName({ publicId, kind: 'thumbnail', width: null }),
];
