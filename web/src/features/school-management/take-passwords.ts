import { type Cell, defused, downloadCsv } from '../../format/csv.ts';
import { copyText } from '../../ui/copy-text.ts';
import type { NewPassword } from './people-acts.ts';

/** New passwords, taken along: as a file, or for pasting into a spreadsheet. */

const table = (passwords: readonly NewPassword[]): Cell[][] => [
  ['Username', 'Email', 'Password'],
  ...passwords.map(({ username, email, password }) => [username, email ?? '', password]),
];

export function downloadPasswords(passwords: readonly NewPassword[]): void {
  downloadCsv(`passwords-${new Date().toISOString().slice(0, 10)}.csv`, table(passwords));
}

export const copyPasswords = (passwords: readonly NewPassword[]): Promise<boolean> =>
  copyText(
    table(passwords)
      .map((row) => row.map((cell) => defused(String(cell))).join('\t'))
      .join('\n'),
    'Passwords copied to clipboard',
  );
