import type { AuditAction, AuditActor, AuditDetails } from '../../domain/audit.ts';
import { command, type Queries } from './database.ts';

const insert = command(
  `insert into audit (actor, actor_id, action, target_id, school_id, details) values ($1, $2, $3, $4, $5, $6)`,
);

export interface AuditLine {
  actor: AuditActor;
  actorId?: number | null;
  action: AuditAction;
  targetId?: number | null;
  schoolId?: number | null;
  /** Numbers and words of ours; never a name or an address, which would outlive the person. */
  details?: AuditDetails;
}

/** To be called in the transaction of the act itself: neither happens without the other. */
export const writeAudit = (tx: Queries, line: AuditLine) =>
  tx.run(insert, [
    line.actor,
    line.actorId ?? null,
    line.action,
    line.targetId ?? null,
    line.schoolId ?? null,
    JSON.stringify(line.details ?? {}),
  ]);
