import { FILE_TOO_LARGE, HEIC_REFUSED, MAX_FILE_BYTES } from '../../../../domain/evidence.ts';
import { scriptAddress } from '../../device/script-address.ts';
import { type Kind, Unsendable } from './kinds.ts';
// oxlint-disable-next-line import/default -- the build makes it an address
import workerAddress from './redraw.worker.ts?worker&url';

export interface RedrawOrder {
  file: Blob;
  longSide: number;
  quality: number;
}

/** What is sent of a file. */
export interface Prepared {
  blob: Blob;
  name: string;
}

/** A page of handwriting at 220 dots per inch; a phone's camera takes twice that and more. */
const LONG_SIDE = 2560;
const QUALITY = 0.85;
/** Smaller than this, a photo is sent as it is: decoding it would take longer than sending what could be saved. */
const WORTH_REDRAWING = 1_000_000;
/** So much must be saved. Each writing of a JPEG costs a little of the picture. */
const MUCH_SMALLER = 0.7;

/**
 * Photos are scaled down where that saves much, and HEIC is made a JPEG where the browser can decode it. A PNG is left
 * alone unless it would be refused for its size: most are screenshots and drawings, whose lines a JPEG smears, and those
 * that are not are rare. A GIF may move and a PDF is no picture.
 */
export async function prepare(file: File, kind: Kind, signal: AbortSignal): Promise<Prepared> {
  const isTooLarge = file.size > MAX_FILE_BYTES;
  const isWorth = kind === 'jpeg' && file.size > WORTH_REDRAWING;
  const canBeSent = kind !== 'heic' && !isTooLarge;
  const mayRedraw = isWorth || kind === 'heic' || (kind === 'png' && isTooLarge);

  const redrawn = mayRedraw ? await redraw(file, signal) : undefined;
  if (redrawn && (!canBeSent || redrawn.size < file.size * MUCH_SMALLER)) {
    if (redrawn.size > MAX_FILE_BYTES) throw new Unsendable(FILE_TOO_LARGE);
    return { blob: redrawn, name: kind === 'jpeg' ? file.name : file.name.replace(/(\.[^.]*)?$/, '.jpg') };
  }
  if (kind === 'heic') throw new Unsendable(HEIC_REFUSED);
  if (isTooLarge) throw new Unsendable(FILE_TOO_LARGE);
  return { blob: file, name: file.name };
}

/** Undefined when this browser cannot decode it. A worker for each picture, so that its memory goes with it. */
function redraw(file: Blob, signal: AbortSignal): Promise<Blob | undefined> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(scriptAddress(workerAddress), { type: 'module' });
    const end = (settle: () => void) => {
      worker.terminate();
      signal.removeEventListener('abort', stop);
      settle();
    };
    const stop = () => end(() => reject(signal.reason as Error));
    worker.addEventListener('message', ({ data }: MessageEvent<Blob | undefined>) =>
      end(() => resolve(data)),
    );
    worker.addEventListener('error', () => end(() => resolve(undefined)));
    signal.addEventListener('abort', stop);
    const order: RedrawOrder = { file, longSide: LONG_SIDE, quality: QUALITY };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no other origin
    worker.postMessage(order);
  });
}
