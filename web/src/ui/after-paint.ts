/**
 * Runs when what was just changed is on the screen. Sending a request, or making a page inert behind a dialog, takes a
 * slow phone a few milliseconds that the tick should not wait for. At once where there is no paint to wait for, because
 * the page is hidden or goes away.
 */
export function afterPaint(run: () => void): void {
  if (typeof requestAnimationFrame === 'undefined' || document.visibilityState === 'hidden') {
    run();
    return;
  }
  let hasRun = false;
  const once = () => {
    if (hasRun) return;
    hasRun = true;
    removeEventListener('pagehide', once);
    run();
  };
  addEventListener('pagehide', once);
  requestAnimationFrame(() => setTimeout(once));
}
