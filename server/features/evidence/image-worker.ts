import { createReadStream } from 'node:fs';
import { stat, statfs } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { THUMBNAIL_WIDTH } from '../../../domain/evidence.ts';
import { sha256Of } from '../../storage/storage.ts';
import { MAX_FRAMES, MAX_PIXELS } from './image-limits.ts';
import type { ImageAnswer, ImageJob, ImageResult } from './images.ts';

/**
 * Decodes and encodes images in a process of its own (started by images.ts): a hostile file that exploits a decoder
 * finds no secret, no connection and no other user's request here. It runs at a lower priority than the server.
 */

try {
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
} catch {
  // Then it runs at normal priority.
}
sharp.cache(false);
sharp.concurrency(1);
// No other decoder can be reached, whatever a file claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadNsgifFile'],
});

/** Something is wrong with the image, in words for the uploader. */
class Refusal extends Error {}

const thumbnailOf = (from: string, to: string, width: number) =>
  sharp(from, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height: width * 4, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 3 })
    .toFile(to);

const refuseTooLarge = async (from: string): Promise<void> => {
  // Reads the header, decodes nothing.
  const { width, height, pages = 1 } = await sharp(from, { limitInputPixels: false }).metadata();
  if (pages > MAX_FRAMES) throw new Refusal(`The animation has more than ${MAX_FRAMES} frames.`);
  if (width * height * pages > MAX_PIXELS) {
    throw new Refusal(`The image has more than ${MAX_PIXELS / 1_000_000} megapixels.`);
  }
};

/** Re-encodes the image, upright and without metadata: sharp keeps none unless told to. */
const clean = async ({ type, from, to, thumbnail }: Extract<ImageJob, { task: 'clean' }>) => {
  await refuseTooLarge(from);
  const image = sharp(from, {
    limitInputPixels: MAX_PIXELS,
    failOn: 'error',
    animated: type === 'gif',
    sequentialRead: true,
  }).autoOrient();
  if (type === 'jpeg') image.jpeg({ quality: 85 });
  else if (type === 'png') image.png({ compressionLevel: 7 });
  else image.gif({ effort: 3 });
  const { width, height, pageHeight } = await image.toFile(to);
  const { size: thumbnailBytes } = await thumbnailOf(to, thumbnail, THUMBNAIL_WIDTH);
  return {
    width,
    height: pageHeight ?? height,
    size: (await stat(to)).size,
    thumbnailBytes,
    sha256: (await sha256Of(createReadStream(to))).toString('hex'),
  };
};

const resize = async ({ from, to, width }: Extract<ImageJob, { task: 'resize' }>) => {
  const made = await thumbnailOf(from, to, width);
  return { width: made.width, height: made.height, size: made.size, thumbnailBytes: 0, sha256: '' };
};

const work = async (job: ImageJob): Promise<ImageResult> => (job.task === 'clean' ? clean(job) : resize(job));

/** More than the database's reserve, which is released at the very moment when a disk is full. */
const LITTLE_ROOM_BYTES = 64 * 1024 * 1024;

/** The library does not say why it could not write, so we look. */
const hasNoRoom = async (path: string): Promise<boolean> => {
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize < LITTLE_ROOM_BYTES;
};

const answer = async (job: ImageJob): Promise<ImageAnswer> => {
  try {
    return { result: await work(job) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    if (await hasNoRoom(job.to)) return { hasNoRoom: true };
    return { refusal: 'The image is damaged and could not be read.' };
  }
};

process.on('message', (job: ImageJob) => {
  void answer(job).then((message) => process.send?.(message));
});
process.on('disconnect', () => process.exit(0));
