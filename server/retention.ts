import { RETENTION } from '../domain/retention.ts';
import { type Database, isUnwritable, type Queries } from './db/database.ts';
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
  NO_WORD,
  noteUnlinkedWords,
  tryHousekeeping,
} from './housekeeping.queries.ts';
import { deleteOldNetworks, deleteOldThrottles } from './http/throttle.queries.ts';

/** Each removes some and returns whether there may be more. */
const createSteps = (lastWord: string | undefined = NO_WORD): ((tx: Queries) => Promise<boolean>)[] => [
  eraseArchived,
  (tx) => deleteOldThrottles(tx).then(() => false),
  (tx) => deleteOldNetworks(tx).then(() => false),
  (tx) => deleteExpiredMailLinks(tx).then(() => false),
  (tx) => deleteExpiredSignIns(tx).then(() => false),
  (tx) => deleteEndedSharePages(tx).then(() => false),
  (tx) => deleteOldInvitations(tx, RETENTION.invitation.days),
  (tx) => deleteRemovedLinks(tx, RETENTION.declined_request.days),
  (tx) => deleteRemovedAttempts(tx, RETENTION.removed_attempts.days),
  async (tx) => {
    lastWord = lastWord && (await noteUnlinkedWords(tx, lastWord));
    return lastWord !== undefined;
  },
  (tx) => deleteWords(tx, RETENTION.deleted_word.days, RETENTION.unlinked_word.days),
  (tx) => deleteLeftMembers(tx).then(() => false),
  (tx) => deleteRemovedGroups(tx, RETENTION.removed_group.days),
  (tx) => deleteWithdrawnSets(tx, RETENTION.withdrawn_set.days),
  (tx) => deleteDoneFeedback(tx, RETENTION.done_feedback.days),
  (tx) => deleteOldMails(tx, RETENTION.mail.days),
  (tx) => deleteOldAudit(tx, RETENTION.audit.days),
];

/**
 * Removes expired data, a batch at a time so that nobody waits long for a lock. Of several servers one does it; the
 * others skip it. What fails keeps nothing else from its removal, unless the database takes no change at all.
 */
export const removeExpired = async (db: Database): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of createSteps()) {
    const once = () => db.transaction(async (tx) => (await tryHousekeeping(tx)) && step(tx));
    try {
      while (await once());
    } catch (error) {
      if (isUnwritable(error)) throw error;
      failures.push(error);
    }
  }
  if (failures.length > 1) throw new AggregateError(failures, 'Several kinds of data could not be removed.');
  if (failures.length > 0) throw failures[0];
};
