import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A sheet of handwriting as a phone takes it: 12 megapixels of soft shapes with some noise. */
export const takePhoto = async (quality: number): Promise<Buffer> => {
  const [width, height] = [4032, 3024];
  const shapes = sharp(randomBytes(63 * 48 * 3), { raw: { width: 63, height: 48, channels: 3 } });
  const grain = await sharp(randomBytes(1008 * 756 * 3), { raw: { width: 1008, height: 756, channels: 3 } })
    .resize(width, height)
    .ensureAlpha(0.25)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(await shapes.resize(width, height).png({ compressionLevel: 1 }).toBuffer())
    .composite([{ input: grain }])
    .withMetadata({ orientation: 6 })
    .jpeg({ quality })
    .toBuffer();
};
