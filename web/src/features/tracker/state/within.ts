/** How long a call may take. After that it counts as failed: nobody waits longer for a tick. */
export const PATIENCE = 15_000;

export async function within<T>(milliseconds: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  try {
    return await send(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
