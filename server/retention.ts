import type { Database, Queries } from './db/database.ts';
import { eraseArchived } from './features/accounts/personal-data.ts';
import { deleteExpiredSignIns } from './features/sign-in/sign-in.queries.ts';
import {
  deleteDoneFeedback,
  deleteEndedSharePages,
  deleteExpiredMailLinks,
  deleteLeftMembers,
  deleteOldAudit,
  deleteOldInvitations,
  deleteOldMails,
  deleteRemovedAttempts,
  deleteRemovedGroups,
  deleteRemovedLinks,
  deleteWithdrawnSets,
  deleteWords,
  noteUnlinkedWords,
  tryHousekeeping,
} from './housekeeping.queries.ts';
import { deleteOldNetworks, deleteOldThrottles } from './http/throttle.queries.ts';

/** How long data is kept after it has served its purpose; the table in docs/operations.md says the same. */
export const RETENTION_DAYS = {
  /** An invitation that nobody has answered, from when it was made or the two no longer shared a school. */
  invitation: 180,
  /** That a student had declined a request, from when the teacher removed it. */
  declined: 30,
  /** Attempts that an untick removed: Undo may wait for a connection. */
  removedAttempts: 1,
  /** A word on a paper, from when its writer deleted it. */
  removedWord: 1,
  /** One between two who are no longer linked, from when that was noted. */
  unlinkedWord: 180,
  /** A group that a teacher removed, unless papers are set for it. */
  removedGroup: 1,
  /** Set work that was withdrawn. */
  withdrawnSets: 1,
  /** Feedback, from when it was marked as done. */
  doneFeedback: 365,
  /** A mail, from when it was caused. */
  mail: 30,
  audit: 730,
} as const;

/** Each removes some and returns whether there may be more. */
const STEPS: ((tx: Queries) => Promise<boolean>)[] = [
  eraseArchived,
  (tx) => deleteOldThrottles(tx).then(() => false),
  (tx) => deleteOldNetworks(tx).then(() => false),
  (tx) => deleteExpiredMailLinks(tx).then(() => false),
  (tx) => deleteExpiredSignIns(tx).then(() => false),
  (tx) => deleteEndedSharePages(tx).then(() => false),
  (tx) => deleteOldInvitations(tx, RETENTION_DAYS.invitation),
  (tx) => deleteRemovedLinks(tx, RETENTION_DAYS.declined),
  (tx) => deleteRemovedAttempts(tx, RETENTION_DAYS.removedAttempts),
  noteUnlinkedWords,
  (tx) => deleteWords(tx, RETENTION_DAYS.removedWord, RETENTION_DAYS.unlinkedWord),
  (tx) => deleteLeftMembers(tx).then(() => false),
  (tx) => deleteRemovedGroups(tx, RETENTION_DAYS.removedGroup),
  (tx) => deleteWithdrawnSets(tx, RETENTION_DAYS.withdrawnSets),
  (tx) => deleteDoneFeedback(tx, RETENTION_DAYS.doneFeedback),
  (tx) => deleteOldMails(tx, RETENTION_DAYS.mail),
  (tx) => deleteOldAudit(tx, RETENTION_DAYS.audit),
];

/**
 * Removes expired data, a batch at a time so that nobody waits long for a lock. Of several servers one does it; the
 * others skip it.
 */
export const removeExpired = async (db: Database): Promise<void> => {
  for (const step of STEPS) {
    const once = () => db.transaction(async (tx) => (await tryHousekeeping(tx)) && step(tx));
    while (await once());
  }
};
