import type { PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ZipEntry {
  /** With / between folders. */
  name: string;
  modifiedAt: Date;
  bytes: Readable;
}

/** Photos and PDFs are compressed already; more effort finds little more. */
const COMPRESSION_LEVEL = 1;

/**
 * A ZIP file created while it is read: only the list of its entries is held in memory, and an entry is opened once the
 * one before has been read. yazl only pipes; errors and aborts are passed on here.
 */
export const zip = (entries: AsyncIterable<ZipEntry>): Readable => {
  const file = new ZipFile();
  const output = file.outputStream as PassThrough;
  const add = async () => {
    for await (const { name, modifiedAt, bytes } of entries) {
      if (output.destroyed) return;
      const stop = () => bytes.destroy();
      output.once('close', stop);
      file.addReadStream(bytes, name, { mtime: modifiedAt, compressionLevel: COMPRESSION_LEVEL });
      await finished(bytes);
      output.off('close', stop);
    }
    file.end();
  };
  add().catch((error: Error) => output.destroy(error));
  return output;
};
