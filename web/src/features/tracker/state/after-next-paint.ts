/**
 * Runs when what was just changed is on the screen: sending a request takes a slow phone a few milliseconds that the
 * tick should not wait for. At once where there is no paint to wait for, because the page is hidden or goes away.
 */
export function afterNextPaint(run: () => void): void {
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
