/** The kinds of mails, and what the platform admin's list calls them. */
export const MAIL_KINDS = {
  test: 'Test mail',
} as const;
export type MailKind = keyof typeof MAIL_KINDS;
