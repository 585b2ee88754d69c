/**
 * The PostgreSQL advisory locks that we use, in one place so that no two share a number. The numbers are arbitrary but
 * must never change: servers of two versions may run side by side.
 */
export const LOCKS = {
  migrations: 7_236_501,
  /** With the hash of a domain. */
  domains: 7_236_503,
  housekeeping: 7_236_504,
  /** With the hash of a message. */
  feedback: 7_236_505,
  /** With the hash of an e-mail address. */
  addresses: 7_236_506,
  auditCounts: 7_236_508,
  mails: 7_236_509,
} as const;
