import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { shownDate } from '../../shown-date.ts';

/** How a person is named: by the e-mail address, or by the username of who has none. */
export const nameOf = ({ email, username, id }: ManagedUser): string => email ?? username ?? `User ${id}`;

export const createdOn = ({ created_at }: ManagedUser): string =>
  created_at === null ? 'Unknown' : shownDate(new Date(created_at));
