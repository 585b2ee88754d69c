import { ConnectionError } from './errors.ts';

/** After that nothing more is expected of a call: nobody waits longer for a tick or for a page. */
const TIMEOUT_MS = 15_000;

/** Makes a call that fails like one without a connection when it takes too long. `outer` ends it too. */
export async function withTimeout<T>(
  send: (signal: AbortSignal) => Promise<T>,
  outer?: AbortSignal,
): Promise<T> {
  const controller = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, TIMEOUT_MS);
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  try {
    return await send(controller.signal);
  } catch (error) {
    throw isLate ? new ConnectionError(error) : error;
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  }
}
