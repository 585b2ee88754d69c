import { ConnectionError } from './errors.ts';

/** After that nothing more is expected of a call: nobody waits longer for a tick. */
const TIMEOUT_MS = 15_000;

/** Makes a call that fails like one without a connection when it takes too long. */
export async function withTimeout<T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await send(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? new ConnectionError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
