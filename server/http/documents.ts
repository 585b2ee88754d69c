import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from './encoding.ts';

/**
 * The picture that is shown with a link to us must be named by its whole address, which the build does not know. Where
 * PUBLIC_URL says it, the documents are read at the start, told it, and kept, compressed as the build has done it.
 */

interface Kept {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}
export type Documents = ReadonlyMap<string, Kept>;

const SMALLEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

const keep = async (html: string): Promise<Kept> => {
  const plain = Buffer.from(html);
  return {
    etag: createHash('sha256').update(plain).digest('base64url').slice(0, 16),
    plain,
    br: await promisify(brotliCompress)(plain, SMALLEST),
    gzip: await promisify(gzip)(plain, { level: 9 }),
  };
};

const PICTURE = /(<meta property="og:image" content=")(?=\/)/;

export const readDocuments = async (
  root: string,
  files: readonly string[],
  publicUrl: string,
): Promise<Documents> =>
  new Map(
    await Promise.all(
      [...new Set(files)].map(async (file): Promise<[string, Kept]> => {
        const html = await readFile(join(root, file), 'utf8');
        return [file, await keep(html.replace(PICTURE, (start) => start + publicUrl))];
      }),
    ),
  );

/** The document as it is kept, or an empty answer for whoever has it already. */
export const sendDocument = (request: FastifyRequest, reply: FastifyReply, document: Kept) => {
  const encoding = encodingFor(request.headers['accept-encoding']);
  const etag = `"${document.etag}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type('text/html; charset=utf-8').send(document[encoding ?? 'plain']);
};
