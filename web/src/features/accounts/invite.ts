import { emailProblem, normaliseEmail } from '../../../../domain/accounts.ts';

/**
 * The e-mail address in an invitation link's hash, `#invite=<base64url of the address>.<random>`. It only saves
 * typing, so anything that is not an address is ignored.
 */
export function invitedEmail(hash: string): string | undefined {
  const token = new URLSearchParams(hash.replace(/^#/, '')).get('invite');
  const [encoded] = token?.split('.') ?? [];
  if (!encoded) return undefined;
  try {
    const email = normaliseEmail(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')));
    return emailProblem(email) === undefined ? email : undefined;
  } catch {
    return undefined;
  }
}
