/** From here on this page is left, and must not come back by the browser's Back as it was. */
export function leaveFor(address: string): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.location.reload();
  });
  window.location.assign(address);
}
