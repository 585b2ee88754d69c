import type { PrivacyFacts } from '../../../../contract/privacy.ts';
import { RETENTION_RULES, type RetentionRule, spanText } from '../../../../domain/retention.ts';

/** What each rule keeps, and what is said after the time. A rule without words does not compile. */
const RULES: Record<RetentionRule, { what: string; after?: string }> = {
  student_login: { what: 'A student’s login' },
  teacher_login: { what: 'A teacher’s login' },
  school_admin_login: { what: 'A school admin’s login' },
  visit: { what: 'A visit of the operator to an account', after: ' at most' },
  known_network: { what: 'A network you logged in from, as a hash', after: ' after the last login there' },
  counter: { what: 'Counters that slow down guessing', after: ' at most' },
  school_sign_in: { what: 'An unfinished sign-in through a school', after: ' at most' },
  sign_in_cookie: { what: 'The cookie for that sign-in' },
  reset_link: { what: 'A mailed link for a new password' },
  confirm_link: { what: 'A mailed link that confirms an address' },
  mail: { what: 'Which mails were sent, and to whom' },
  share_page: { what: 'A page you share by a link', after: ' at most' },
  invitation: { what: 'An invitation or request that nobody answered' },
  removed_link: { what: 'A student removed by a teacher or admin', after: ', for Undo' },
  declined_request: { what: 'Which teachers you declined', after: ' after the teacher removed the request' },
  removed_attempts: { what: 'Attempts of a paper that you unticked', after: ', for Undo' },
  deleted_word: { what: 'A message about a paper, once its writer deletes it', after: ', for Undo' },
  unlinked_word: {
    what: 'Messages between a teacher and a student who are no longer connected',
    after: ', unless one is archived',
  },
  left_group: { what: 'Which students were taken out of a group', after: ', for Undo' },
  removed_group: { what: 'A group that was removed', after: ', for Undo' },
  withdrawn_set: { what: 'Set papers that were withdrawn', after: ', for Undo' },
  done_feedback: { what: 'Feedback that was dealt with' },
  audit: { what: 'The record of logins and of what admins did' },
  broken_upload: { what: 'Leftovers of an interrupted upload' },
  deleted_file: { what: 'A deleted file, where files are stored' },
};

export const howLong = (kept: PrivacyFacts['kept']): [what: string, time: string][] =>
  RETENTION_RULES.map((rule) => {
    const { what, after = '' } = RULES[rule];
    return [what, spanText(kept[rule]) + after];
  });
