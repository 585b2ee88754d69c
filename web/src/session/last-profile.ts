import type { Output } from '../../../contract/index.ts';
import { readStored, writeStored } from '../storage.ts';

type User = Output<'GET /users/me'>;

/** Whose login this is, kept for the moment in which nobody answers. Worth nothing beside any other login. */
export function keepProfile(user: User): void {
  writeStored('lastProfile', JSON.stringify([readStored('token'), user]));
}

export function findLastProfile(): User | undefined {
  try {
    const [token, user] = JSON.parse(readStored('lastProfile') ?? '[]') as [string?, User?];
    return token === readStored('token') && typeof user?.id === 'number' ? user : undefined;
  } catch {
    return undefined;
  }
}
