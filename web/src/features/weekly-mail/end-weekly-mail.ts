import { call } from '../../api/call.ts';

/** Without a login: the link in the mail is enough. */
export const endWeeklyMail = (token: string) =>
  call('POST /weekly-mail/end', { as: 'nobody', query: { token } });
