import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { USUAL_LAST_YEAR } from '../../domain/last-year.ts';
import { FIRST_YEAR } from '../../domain/years.ts';
import { type Encoding, encodingFor } from './compress.ts';

/**
 * Two things the build does not know: our full URL, by which the image shown with a link to us must be given
 * (PUBLIC_URL), and the last year that has papers (LAST_YEAR). Where they are set, the documents are read at the start,
 * are told, and stay in memory. They are compressed as the build compresses them, each when it is first requested: all
 * at once would delay the start by a second.
 */

interface Kept {
  etag: string;
  plain: Buffer;
  compressed: (encoding: Encoding) => Promise<Buffer>;
}
export type Documents = ReadonlyMap<string, Kept>;

const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const COMPRESS: Record<Encoding, (plain: Buffer) => Promise<Buffer>> = {
  br: (plain) => promisify(brotliCompress)(plain, SMALLEST),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};

const keep = (html: string): Kept => {
  const plain = Buffer.from(html);
  const known: Partial<Record<Encoding, Promise<Buffer>>> = {};
  return {
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 16),
    plain,
    compressed: (encoding) => (known[encoding] ??= COMPRESS[encoding](plain)),
  };
};

export interface Known {
  publicUrl?: string | undefined;
  lastYear: number;
}

/** The page's script reads it there; two sentences say it in words. */
const withLastYear = (html: string, lastYear: number): string =>
  html
    .replace('<html lang="en"', `<html lang="en" data-last-year="${lastYear}"`)
    .replace(`from ${FIRST_YEAR} to ${USUAL_LAST_YEAR}`, `from ${FIRST_YEAR} to ${lastYear}`);

const PICTURE = /(<meta property="og:image" content=")(?=\/)/;

export const readDocuments = async (
  root: string,
  files: readonly string[],
  { publicUrl = '', lastYear }: Known,
): Promise<Documents> =>
  new Map(
    await Promise.all(
      [...new Set(files)].map(async (file): Promise<[string, Kept]> => {
        const html = (await readFile(join(root, file), 'utf8')).replace(
          PICTURE,
          (start) => start + publicUrl,
        );
        return [file, keep(lastYear === USUAL_LAST_YEAR ? html : withLastYear(html, lastYear))];
      }),
    ),
  );

/** Sends the document, or 304 to a client that has it already. */
export const sendDocument = async (request: FastifyRequest, reply: FastifyReply, document: Kept) => {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = `"${document.etag}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  if (!encoding) return reply.send(document.plain);
  return reply.header('content-encoding', encoding).send(await document.compressed(encoding));
};
