import type { ManagedUser } from '../../../../contract/platform-admin.ts';

/** How a person is named: by the e-mail address, or by the username of who has none. */
export const nameOf = ({ email, username, id }: ManagedUser): string => email ?? username ?? `User ${id}`;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

export const createdOn = ({ created_at }: ManagedUser): string =>
  created_at === null ? 'Unknown' : DAY.format(new Date(created_at));
