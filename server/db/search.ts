import { loginKey } from '../../domain/accounts.ts';

/** A text as a LIKE pattern that finds it anywhere, whatever characters it has; null when there is nothing to find. */
export const containing = (text: string | undefined): string | null =>
  text ? `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%` : null;

/**
 * The same for username keys and addresses, which are in lower case: so upper and lower case do not depend on the
 * database's locale.
 */
export const containingKey = (text: string | undefined): string | null => containing(loginKey(text ?? ''));
