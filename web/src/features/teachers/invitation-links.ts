import { shownName } from '../../../../domain/shown-name.ts';
import { copyText } from '../../ui/copy-text.ts';

/** Whether an address has an account a teacher is not told; this holds either way. */
export const ASKED_FIRST = 'If they already have an account, they are asked to accept you first.';

/** Every pending student with their link, a line each, for a mail or a spreadsheet. Returns whether it worked. */
export const copyLinks = (students: readonly { name: string | null; email: string; link: string }[]) =>
  copyText(
    students.map((student) => `${shownName(student)}\t${student.email}\t${student.link}`).join('\n'),
    'Invitation links copied to clipboard!',
    'The links could not be copied. Please copy them one by one.',
  );

/** Returns whether it worked. */
export const copyLink = (link: string): Promise<boolean> =>
  copyText(
    link,
    'Invitation link copied to clipboard!',
    'The link could not be copied. Please select it and copy it manually.',
  );
