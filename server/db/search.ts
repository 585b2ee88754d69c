import { loginKey } from '../../domain/accounts.ts';

/** A text as a LIKE pattern that finds it anywhere, whatever characters it has; null when there is nothing to find. */
export const containing = (text: string | undefined): string | null =>
  text ? `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%` : null;

/** Without accents: 'Ünal' is found as 'unal', by the function of the same name in the database too. */
const folded = (text: string): string =>
  loginKey(text)
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '');

/** Every word as a pattern, for a text that `folded` was called on and that has to have all of them; null without words. */
export const containingWords = (text: string | undefined): string[] | null => {
  const words = folded(text ?? '')
    .split(/\s+/)
    .flatMap((word) => containing(word) ?? []);
  return words.length === 0 ? null : words;
};

/**
 * The same as `containing` for username keys and addresses, which are in lower case: so upper and lower case do not depend on the
 * database's locale.
 */
export const containingKey = (text: string | undefined): string | null => containing(loginKey(text ?? ''));
