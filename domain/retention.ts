import { CONFIRM_DAYS, RESET_MINUTES } from './mails.ts';
import { IMPERSONATION_MINUTES, SESSION_HOURS } from './permissions.ts';
import { SHARE_DAYS } from './share-pages.ts';

/** So long, in one unit. */
export type Span = { days: number } | { hours: number } | { minutes: number };

/**
 * How long everything is kept that is not kept until somebody deletes it. What removes it takes the number from here, and
 * so do the page about privacy and, by a test, the documents: what is said and what is done cannot differ.
 */
export const RETENTION = {
  student_login: { hours: SESSION_HOURS.student },
  teacher_login: { hours: SESSION_HOURS.teacher },
  school_admin_login: { hours: SESSION_HOURS.school_admin },
  /** The platform admin's, as somebody else. */
  visit: { minutes: IMPERSONATION_MINUTES },
  /** A network that somebody logged in from, as a hash, from the last login there. */
  known_network: { days: 90 },
  /** Counters against guessing and floods, at most. */
  counter: { hours: 1 },
  /** Somebody on the way through a school's sign-in, at most. */
  school_sign_in: { minutes: 10 },
  /** The cookie that ties this to a browser. */
  sign_in_cookie: { minutes: 15 },
  reset_link: { minutes: RESET_MINUTES },
  confirm_link: { days: CONFIRM_DAYS },
  /** A mail, from when it was caused; its content only until it is sent. */
  mail: { days: 30 },
  /** At most. */
  share_page: { days: SHARE_DAYS },
  /** An invitation that nobody has answered, from when it was made or the two no longer shared a school. */
  invitation: { days: 180 },
  /** A student whom a teacher or an admin removed from that teacher: for Undo. */
  removed_link: { hours: 1 },
  /** That a student had declined a request, from when the teacher removed it. */
  declined_request: { days: 30 },
  /** Attempts that an untick removed: Undo may wait for a connection. */
  removed_attempts: { days: 1 },
  /** A word on a paper, from when its writer deleted it. */
  deleted_word: { days: 1 },
  /** One between two who are no longer linked, from when that was noted. */
  unlinked_word: { days: 180 },
  /** That a teacher or the school took a student out of a group: for Undo. */
  left_group: { hours: 1 },
  /** A group that a teacher or the school removed, unless papers are set for it. */
  removed_group: { days: 1 },
  withdrawn_set: { days: 1 },
  /** Feedback, from when it was marked as done. */
  done_feedback: { days: 365 },
  audit: { days: 730 },
  /** What an upload left behind that broke off. */
  broken_upload: { hours: 1 },
  /** The bytes of a file whose row is gone. */
  deleted_file: { minutes: 1 },
} as const satisfies Record<string, Span>;

export type RetentionRule = keyof typeof RETENTION;
export const RETENTION_RULES = Object.keys(RETENTION) as RetentionRule[];

const MINUTES = { days: 24 * 60, hours: 60, minutes: 1 };

export const minutesOf = (span: Span): number =>
  Object.entries(span).reduce((sum, [unit, count]) => sum + count * MINUTES[unit as keyof typeof MINUTES], 0);

/** '30 days', '12 hours', '1 minute', in the largest unit that fits: for people, and PostgreSQL reads it as an interval. */
export function spanText(span: Span): string {
  const minutes = minutesOf(span);
  const [unit, size] = Object.entries(MINUTES).find(([, each]) => minutes % each === 0) ?? ['minutes', 1];
  const count = minutes / size;
  return `${count} ${count === 1 ? unit.slice(0, -1) : unit}`;
}
