import type { AuditAction, AuditActor, AuditDetails, VisitChange } from '../../domain/audit.ts';
import { command, type Database, type Queries } from './database.ts';
import { LOCKS } from './lock-numbers.ts';

const insert = command(
  `insert into audit (at, actor, actor_id, action, target_id, school_id, details, teacher_id, visit_id)
   values (now(), $1, $2, $3, $4, $5, $6, $7, $8)`,
);
const insertOfEach = command(
  `insert into audit (at, actor, actor_id, action, target_id, school_id, details, teacher_id)
   select now(), $1, $2, $3, target_id, $4, details, teacher_id
   from unnest($5::int[], $6::jsonb[], $7::int[]) as t (target_id, details, teacher_id)`,
);

const lock = command(`select pg_advisory_xact_lock(${LOCKS.auditCounts})`);
// Ids are in order of time: an entry that can still be counted up is among the last.
const countUp = command(
  `with counted as (
     update audit set details = jsonb_build_object('count', (details ->> 'count')::int + 1)
     where id = (
       select max(id) from (select id, action, at from audit order by id desc limit 100) as newest
       where action = $1 and at > now() - interval '1 minute')
     returning id
   )
   insert into audit (at, actor, action, details)
   select now(), 'system', $1, '{"count": 1}' where not exists (select from counted)`,
);
const countChanges = command(
  `insert into audit as line (at, actor, action, target_id, school_id, visit_id, details)
   values (now(), 'platform_admin', 'changed_as_user', $1, $2, $3,
     jsonb_build_object('kind', $4::text, 'count', $5::int))
   on conflict (visit_id, action, (details ->> 'kind'), (date_trunc('minute', at at time zone 'UTC')))
     where visit_id is not null
   do update set details = jsonb_set(line.details, '{count}', to_jsonb((line.details ->> 'count')::int + $5::int))`,
);

export interface AuditLine {
  actor: AuditActor;
  actorId?: number | null;
  action: AuditAction;
  targetId?: number | null;
  schoolId?: number | null;
  /** Numbers and fixed words; never a name, an address or somebody's id, which would outlive the person. */
  details?: AuditDetails;
  /** From whom the target was removed. */
  teacherId?: number | null;
  visitId?: string | null;
}

/** Call it in the transaction of the act itself: neither happens without the other. */
export const writeAudit = (tx: Queries, line: AuditLine) =>
  tx.run(insert, [
    line.actor,
    line.actorId ?? null,
    line.action,
    line.targetId ?? null,
    line.schoolId ?? null,
    JSON.stringify(line.details ?? {}),
    line.teacherId ?? null,
    line.visitId ?? null,
  ]);

interface AuditTarget {
  targetId: number;
  details?: AuditDetails | undefined;
  teacherId?: number | null | undefined;
}
/** The same act, done to several, of whom each may have their own details. */
export const writeAudits = (
  tx: Queries,
  targets: readonly AuditTarget[],
  line: Pick<AuditLine, 'actor' | 'actorId' | 'action' | 'schoolId'>,
) =>
  tx.run(insertOfEach, [
    line.actor,
    line.actorId ?? null,
    line.action,
    line.schoolId ?? null,
    targets.map(({ targetId }) => targetId),
    targets.map(({ details }) => JSON.stringify(details ?? {})),
    targets.map(({ teacherId }) => teacherId ?? null),
  ]);

/** The same act, done to each of these. */
export const writeAuditOfEach = (
  tx: Queries,
  targetIds: readonly number[],
  {
    details,
    teacherId,
    ...line
  }: Pick<AuditLine, 'actor' | 'actorId' | 'action' | 'schoolId' | 'details' | 'teacherId'>,
) =>
  writeAudits(
    tx,
    targetIds.map((targetId) => ({ targetId, details, teacherId })),
    line,
  );

/** For events that anybody can trigger as often as they like: one entry a minute, with a count. */
export const countInAudit = (db: Database, action: AuditAction): Promise<number> =>
  db.transaction(async (tx) => {
    // One after the other, or those that arrive together would each start an entry.
    await tx.run(lock);
    return tx.run(countUp, [action]);
  });

/**
 * Counts changes that the platform admin made while viewing as somebody else: one entry per kind and minute of a visit.
 * Call it in the transaction of the change, as its last statement: then the holder of the row's lock waits for nothing
 * else.
 */
export const countVisitChanges = (
  tx: Queries,
  user: { id: number; schoolId: number | null; visitId: string },
  kind: VisitChange,
  count: number,
) => tx.run(countChanges, [user.id, user.schoolId, user.visitId, kind, count]);
