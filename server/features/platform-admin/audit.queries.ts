import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  type AuditAction,
  type AuditSide,
  LOGIN_ACTIONS,
} from '../../../domain/audit.ts';
import { type Queries, type Statement, statement } from '../../db/database.ts';
import { containingKey } from '../../db/search.ts';
import type { Page } from '../../http/paging.ts';

const entry = z.object({
  id: z.int(),
  at: z.string(),
  actor: z.enum(AUDIT_ACTORS),
  actor_id: z.int().nullable(),
  actor_name: z.string().nullable(),
  action: z.enum(AUDIT_ACTIONS),
  target_id: z.int().nullable(),
  target_name: z.string().nullable(),
  teacher_id: z.int().nullable(),
  teacher_name: z.string().nullable(),
  school_id: z.int().nullable(),
  school_name: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

const ABOUT = (people: string) => `(a.actor_id ${people} or a.target_id ${people} or a.teacher_id ${people})`;

/** What each filter asks for, `$` being its value. */
const CONDITIONS = {
  userId: ABOUT('= $'),
  person: ABOUT('in (select id from users where username_key = $ or email = $)'),
  q: `(${ABOUT('in (select id from users where username_key like $ or email like $)')}
    or a.school_id in (select id from schools where lower(name) like $))`,
  schoolId: 'a.school_id = $',
  action: 'a.action = $',
  among: 'a.action = any($::text[])',
  notAmong: 'a.action <> all($::text[])',
  from: `a.at >= $::date at time zone 'UTC'`,
  to: `a.at < ($::date + 1) at time zone 'UTC'`,
} as const;
type Condition = keyof typeof CONDITIONS;

/** One statement per set of filters, so that each has a plan of its own. */
const statements = new Map<string, Statement<z.infer<typeof entry>>>();

function entriesWith(conditions: readonly Condition[]) {
  const key = conditions.join(' ');
  const known = statements.get(key);
  if (known) return known;
  const made = statement(
    entry,
    `select a.id, a.at, a.actor, a.actor_id, coalesce(by.username, by.email) as actor_name, a.action,
       a.target_id, coalesce(whom.username, whom.email) as target_name,
       a.teacher_id, coalesce(teacher.username, teacher.email) as teacher_name,
       a.school_id, s.name as school_name, a.details
     from audit a
     left join users by on by.id = a.actor_id
     left join users whom on whom.id = a.target_id
     left join users teacher on teacher.id = a.teacher_id
     left join schools s on s.id = a.school_id
     where a.id < coalesce($1::bigint, 9223372036854775807)
     ${conditions.map((name, index) => `and ${CONDITIONS[name].replaceAll('$', `$${index + 3}`)}`).join('\n     ')}
     order by a.id desc limit $2`,
  );
  statements.set(key, made);
  return made;
}

export interface AuditFilter {
  userId?: number | undefined;
  schoolId?: number | undefined;
  side?: AuditSide | undefined;
  action?: AuditAction | undefined;
  person?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first. */
export const listAudit = (db: Queries, { after, rows }: Page, filter: AuditFilter) => {
  const { side, person, q, ...plain } = filter;
  const values: Partial<Record<Condition, unknown>> = {
    ...plain,
    person: person === undefined ? undefined : loginKey(person),
    q: containingKey(q) ?? undefined,
    ...(side && { [side === 'logins' ? 'among' : 'notAmong']: LOGIN_ACTIONS }),
  };
  const conditions = (Object.keys(CONDITIONS) as Condition[]).filter((name) => values[name] !== undefined);
  return db.list(entriesWith(conditions), [after, rows, ...conditions.map((name) => values[name])]);
};
