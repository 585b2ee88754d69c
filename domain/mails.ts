/** The kinds of mails, and what the platform admin's list calls them. */
export const MAIL_KINDS = {
  test: 'Test mail',
  reset: 'New password',
  no_password: 'No password needed',
  confirm: 'Confirm address',
  password_changed: 'Password changed',
  email_changed: 'Address changed',
  weekly: 'Weekly mail',
} as const;
export type MailKind = keyof typeof MAIL_KINDS;

/** So many mails of an hour reach one address; the others wait. */
export const MAILS_PER_HOUR = 10;

/** How long a link for a new password works. */
export const RESET_MINUTES = 30;
/** How long one that confirms an address does: it may lie in a mailbox over the holidays' first week. */
export const CONFIRM_DAYS = 7;
