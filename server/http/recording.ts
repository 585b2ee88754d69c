import type { Endpoint } from '../../contract/endpoint.ts';
import { countVisitChanges } from '../db/audit.queries.ts';
import type { Database, Queries } from '../db/database.ts';
import type { SessionUser } from './session.ts';

/**
 * What the platform admin changes while viewing as somebody is counted in the audit log, in the transaction of the
 * change (docs/decisions/027-visits.md). For everybody else these do nothing and cost nothing.
 */
export interface Recording {
  /** Says how many things were changed. Call it within the transaction of the change, at its end. */
  record: (tx: Queries, count?: number) => Promise<void>;
  /**
   * Makes a change that is one statement and returns how many things it changed. Uses a transaction only where there is
   * something to record with it.
   */
  recorded: (db: Database, change: (tx: Queries) => Promise<number>) => Promise<number>;
}

const kindOf = ({ impersonated }: Endpoint) =>
  typeof impersonated === 'object' && 'records' in impersonated ? impersonated.records : undefined;

/** What the platform admin is told when a call is only the user's own to make. */
export const refusalOf = ({ impersonated }: Endpoint): string | undefined =>
  typeof impersonated === 'object' && 'refused' in impersonated ? impersonated.refused : undefined;

/** For one call. `check` throws if a platform admin's call has succeeded without recording what it changed. */
export const createRecording = (
  endpoint: Endpoint,
  user: SessionUser | undefined,
): Recording & { check: () => void } => {
  const kind = kindOf(endpoint);
  const visitId = user?.visitId ?? null;
  if (user === undefined || visitId === null || kind === undefined) {
    return { record: async () => {}, recorded: (db, change) => change(db), check: () => {} };
  }
  let isRecorded = false;
  const record: Recording['record'] = async (tx, count = 1) => {
    isRecorded = true;
    if (count > 0) await countVisitChanges(tx, { ...user, visitId }, kind, count);
  };
  return {
    record,
    recorded: (db, change) =>
      db.transaction(async (tx) => {
        const count = await change(tx);
        await record(tx, count);
        return count;
      }),
    check: () => {
      if (!isRecorded) throw new Error(`A change of ${kind} by the platform admin was not recorded.`);
    },
  };
};
