/** What is decoded. A photo of a phone has 12 to 50 million points, but is sent as 12; a page scanned at 600 dpi has 35. */
export const MAX_PIXELS = 40_000_000;
export const MAX_FRAMES = 200;
