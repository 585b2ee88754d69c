import { emailProblem, normaliseEmail } from '../../../../domain/accounts.ts';

/** What a teacher's link to `/register` carries, and the name of the hash that it stands in. */
export interface Invite {
  hash: string;
  /** Says nothing to us; the server knows who made it. */
  token: string;
  /** Whom it is for. */
  email: string;
}

/** The invitation in `#invite=<base64url of the address>.<random>`; anything without an address is ignored. */
export function inviteIn(hash: string): Invite | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('invite');
  const [encoded] = token?.split('.') ?? [];
  if (!token || !encoded) return undefined;
  try {
    const email = normaliseEmail(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')));
    return emailProblem(email) === undefined ? { hash: `#invite=${token}`, token, email } : undefined;
  } catch {
    return undefined;
  }
}
