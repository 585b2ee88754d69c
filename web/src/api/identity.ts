/**
 * Somebody else is at the screen now. Told rather than called, so that whoever keeps answers can be loaded later
 * than the session is.
 */
const listeners = new Set<() => void>();

export function onIdentityChange(listener: () => void): void {
  listeners.add(listener);
}

export function identityChanged(): void {
  for (const listener of listeners) listener();
}
