/**
 * Runs when what was just changed is on the screen. The first frame callback still comes before that paint, the second
 * after it. Making a page inert behind a dialog, and alive again, costs a slow phone a frame or two: whoever pressed
 * something sees the answer first.
 */
export function afterPaint(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}
