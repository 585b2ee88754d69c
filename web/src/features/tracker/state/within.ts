import { ConnectionError } from '../../../api/errors.ts';

/** How long a call may take. After that nothing more is expected of it: nobody waits longer for a tick. */
export const PATIENCE = 15_000;

export async function within<T>(milliseconds: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  try {
    return await send(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? new ConnectionError(error) : error;
  } finally {
    clearTimeout(timer);
  }
}
