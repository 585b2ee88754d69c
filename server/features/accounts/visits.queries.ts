import { z } from 'zod';
import { VISIT_CHANGES } from '../../../domain/audit.ts';
import { type Queries, statement } from '../../db/database.ts';

/** Of visits with changes, and of those without: many of one kind never push the others off the list. */
const NEWEST = 20;

const visit = z.object({
  started_at: z.string(),
  ended_at: z.string().nullable(),
  changes: z.array(z.object({ kind: z.enum(VISIT_CHANGES), count: z.int() })).nullable(),
});
// A visit has ended when its time is over, even if nobody has recorded its end yet.
const ofUser = statement(
  visit,
  `with known as (
     select id, at, visit_id, details,
       row_number() over (
         partition by exists (select from audit as change
           where change.visit_id = began.visit_id and change.action = 'changed_as_user')
         order by id desc) as place
     from audit as began where target_id = $1 and action = 'impersonated'
   )
   select began.at as started_at,
     coalesce(
       (select at from audit where visit_id = began.visit_id and action = 'impersonation_ended'),
       case when over.at <= now() then over.at end) as ended_at,
     case when began.visit_id is not null then coalesce(
       (select json_agg(json_build_object('kind', kind, 'count', count) order by first)
        from (
          select details ->> 'kind' as kind, sum((details ->> 'count')::int) as count, min(id) as first
          from audit where visit_id = began.visit_id and action = 'changed_as_user' group by 1
        ) as changes), '[]') end as changes
   from known as began,
     lateral (select began.at + make_interval(mins => (began.details ->> 'minutes')::int) as at) as over
   where began.place <= ${NEWEST} order by began.id desc`,
);

const madePassword = z.object({ made_at: z.string(), by: z.enum(['school', 'operator']) });
const passwordsOf = statement(
  madePassword,
  `select at as made_at, case actor when 'user' then 'school' else 'operator' end as by
   from audit where target_id = $1 and action = 'password_renewed' and actor_id is distinct from $1
   order by id desc limit ${NEWEST}`,
);

/** When the platform admin viewed as this user, newest first, and what was changed by kind. */
export const listVisits = (db: Queries, userId: number) => db.list(ofUser, [userId]);
/** When the school, or who runs Tickmark, made this user a new password, newest first. */
export const listMadePasswords = (db: Queries, userId: number) => db.list(passwordsOf, [userId]);
