/** The name a teacher gave, else the part of the address before the @. */
export const shownName = ({ name, email }: { name: string | null; email: string }): string =>
  name ?? email.split('@', 1)[0] ?? email;

const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** '3 Nov 2026', where the reader is. */
export const shownDay = (time: string): string => DAY.format(new Date(time));
