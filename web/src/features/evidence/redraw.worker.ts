import type { RedrawOrder } from './prepare.ts';

/** Decodes a picture and writes it as a JPEG: a second of work on a phone, and not on the thread that draws the page. */

async function redraw({ file, longSide, quality }: RedrawOrder): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, longSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('Nothing to draw on');
  // A JPEG knows no transparency: what shines through is paper.
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

addEventListener('message', (event: MessageEvent<RedrawOrder>) => {
  redraw(event.data).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that started us
    (blob) => postMessage(blob),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the page that started us
    () => postMessage(undefined),
  );
});
