import { emailProblem, normaliseEmail } from '../../../../../domain/accounts.ts';

/** The addresses in a box: split on commas, and on the blanks and lines that a pasted list may have instead. */
export function splitEmails(text: string): string[] {
  const entries = text
    .split(/[,;\s]+/)
    .filter((entry) => entry !== '')
    .map(normaliseEmail);
  return [...new Set(entries)];
}

/** Those that cannot be addresses. */
export const wrongEmails = (emails: readonly string[]): string[] =>
  emails.filter((email) => emailProblem(email) !== undefined);
