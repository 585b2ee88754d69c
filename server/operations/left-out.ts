/**
 * Left out of backups, and of what is restored from one that an older version made, which may not know all of these: what
 * a restored instance computes again (the sums), what means nothing later (counters, files waiting for removal) and what
 * would come back to life: sessions that have ended since, and mails that were sent since.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'migrations', // in the manifest
  'migrations_set_aside', // there, too
  'school_subject_sums',
  'school_month_sums',
  'school_sums',
  'subject_work',
  'student_work',
  'school_people',
  'throttles',
  'known_networks',
  'files_to_remove',
  'files_copied',
  'sessions',
  'mails',
  'mail_links',
  'sign_in_attempts',
  'sign_in_codes',
]);

/**
 * The keys that sign links to files, and open what is sealed, are generated again: nobody who finds a backup has them.
 */
export const SECRETS_LEFT_OUT: readonly string[] = [
  'file_signature_key',
  'sign_in_key',
  'share_page_key',
  'weekly_mail_key',
];
