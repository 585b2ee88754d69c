import { loginKey } from '../../domain/accounts.ts';

/** A piece of text as a LIKE pattern that finds it anywhere, whatever it contains; null when there is nothing to find. */
export const containing = (text: string | undefined): string | null =>
  text ? `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%` : null;

/**
 * The same for usernames by their key and for addresses, which are in small letters: the case of a letter is then
 * not the database's business, whose idea of it depends on its locale.
 */
export const containingKey = (text: string | undefined): string | null => containing(loginKey(text ?? ''));
