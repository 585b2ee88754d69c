/**
 * The most that is decoded. A phone's camera takes 12 to 50 megapixels, but the browser sends 12; a page scanned at 600
 * dpi has 35.
 */
export const MAX_PIXELS = 40_000_000;
export const MAX_FRAMES = 200;
