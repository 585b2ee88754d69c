import { copyText } from '../../ui/copy-text.ts';

/** The name a teacher gave, else the part of the address before the @. */
export const shownName = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? email.split('@', 1)[0] ?? email;

/** Returns whether it worked. */
export const copyLink = (link: string): Promise<boolean> =>
  copyText(
    link,
    'Invitation link copied to clipboard!',
    'The link could not be copied. Please select it and copy it manually.',
  );
