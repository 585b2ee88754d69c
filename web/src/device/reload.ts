/** Reloads the page if the server answers: without an answer there might be no page any more. */
export async function reloadIfReachable(): Promise<void> {
  try {
    const answer = await fetch(window.location.pathname, { method: 'HEAD', cache: 'no-store' });
    if (answer.ok) window.location.reload();
  } catch {
    // Still no connection. The page stays, with its way to try again.
  }
}
