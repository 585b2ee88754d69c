import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IMAGE_WIDTHS } from '../../../contract/evidence.ts';
import { idAsText } from '../../../contract/fields.ts';
import type { FileType } from '../../../domain/evidence.ts';
import type { Database } from '../../db/database.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import { onDisk } from '../../storage/disk-errors.ts';
import type { ByteRange, Storage } from '../../storage/storage.ts';
import { findFile } from './evidence.queries.ts';
import { MIME_TYPES } from './file-types.ts';
import type { Images } from './images.ts';
import { objectName, objectNames } from './object-names.ts';
import { findSharedFile } from './sharing.queries.ts';
import type { Delivery, Signer } from './signing.ts';
import { inWorkFolder } from './store-file.ts';

/** Nothing in a file may load, run or be framed. No `sandbox`: not every Chrome opens its PDF viewer under it. */
const FILE_POLICY =
  "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Only images come in several sizes, and not animated ones, which would stop moving. */
const hasSizes = (type: FileType): boolean => type === 'jpeg' || type === 'png';

export const sizesOf = (type: FileType, width: number | null): number[] =>
  hasSizes(type) ? IMAGE_WIDTHS.filter((size) => width !== null && size < width) : [];

const readWidth = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const width = IMAGE_WIDTHS.find((known) => String(known) === text);
  if (width === undefined) throw notFound();
  return width;
};

const readLink = (text: string | undefined): number | null => {
  if (text === undefined) return null;
  const id = idAsText.safeParse(text);
  if (!id.success) throw notFound();
  return id.data;
};

/** The range that a `Range` header asks for; undefined for the whole file, also when it asks for several ranges. */
export const readRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  if (first > last) {
    throw new HttpError(416, 'The file has no such range.', { 'content-range': `bytes */${size}` });
  }
  return { first, last };
};

/** A name that cannot break the header: everything but letters and digits is escaped. */
const disposition = (filename: string): string =>
  `inline; filename*=UTF-8''${encodeURIComponent(filename).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )}`;

const namesTag = (header: string | undefined, tag: string): boolean =>
  (header ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === tag);

interface FileServerParts {
  db: Database;
  storage: Storage;
  images: Images;
  signer: Signer;
  workFolder: string;
}

export type ServeFile = (
  kind: Delivery['kind'],
  publicId: string,
  query: { expires: string; signature: string; width?: string | undefined; link?: string | undefined },
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<unknown>;

export const createFileServer = ({ db, storage, images, signer, workFolder }: FileServerParts): ServeFile => {
  /** Resizes in progress, so that ten people who open a page cause each one once. */
  const making = new Map<string, Promise<void>>();

  const make = (delivery: Delivery, width: number): Promise<void> =>
    inWorkFolder(workFolder, async (folder) => {
      const original = await storage.get(objectName({ ...delivery, width: null }));
      if (!original) throw notFound();
      const [from, to] = [join(folder, 'original'), join(folder, 'sized')];
      await onDisk(() => pipeline(original, createWriteStream(from)));
      await images({ task: 'resize', from, to, width });
      await storage.put(objectName(delivery), to);
      // Deleted meanwhile: its objects have been removed, and this one must not stay behind.
      if (await findFile(db, delivery.publicId)) return;
      for (const name of objectNames(delivery.publicId)) await storage.remove(name);
      throw notFound();
    });

  const openSized = async (delivery: Delivery, width: number): Promise<Readable | undefined> => {
    const name = objectName(delivery);
    const there = await storage.get(name);
    if (there) return there;
    const work = making.get(name) ?? make(delivery, width).finally(() => making.delete(name));
    making.set(name, work);
    await work;
    return storage.get(name);
  };

  return async (kind, publicId, query, request, reply) => {
    const delivery = { publicId, kind, width: readWidth(query.width), linkId: readLink(query.link) };
    const { width, linkId } = delivery;
    const secondsLeft = await signer.check(delivery, query.expires, query.signature);
    if (secondsLeft === undefined) throw notFound();
    const file = await (linkId === null ? findFile(db, publicId) : findSharedFile(db, publicId, linkId));
    if (!file) throw notFound();
    const isOriginal = kind === 'file' && width === null;
    const size = isOriginal ? file.size_bytes : kind === 'thumbnail' ? file.thumbnail_bytes : undefined;
    if (size === null || (width !== null && !sizesOf(file.file_type, file.width).includes(width))) {
      throw notFound();
    }

    const tag = `"${file.sha256.toString('base64url', 0, 15)}${kind === 'file' ? '' : '-t'}${width === null ? '' : `-${width}`}"`;
    // Only once there is something to send: caches must not keep an error.
    const describe = () =>
      reply.headers({
        // What is shared can be taken back at any moment, also from the browser that has shown it.
        'cache-control': linkId === null ? `private, max-age=${secondsLeft}, immutable` : 'no-store',
        'content-security-policy': FILE_POLICY,
        'content-disposition': disposition(file.original_filename),
        etag: tag,
        ...(size !== undefined && { 'accept-ranges': 'bytes' }),
      });
    if (namesTag(request.headers['if-none-match'], tag)) return describe().code(304).send();

    const ifRange = request.headers['if-range'];
    const mayRange = size !== undefined && (ifRange === undefined || ifRange === tag);
    const range = mayRange ? readRange(request.headers.range, size) : undefined;
    // Fastify runs this handler for HEAD too and drops the body, so there is no need to open the file.
    const bytes =
      request.method === 'HEAD'
        ? Readable.from([])
        : width === null
          ? await storage.get(objectName(delivery), range)
          : await openSized(delivery, width);
    if (!bytes) throw notFound();

    describe().type(isOriginal ? MIME_TYPES[file.file_type] : 'image/webp');
    if (range) {
      reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`);
      reply.header('content-length', range.last - range.first + 1);
    } else if (size !== undefined) reply.header('content-length', size);
    return reply.send(bytes);
  };
};
