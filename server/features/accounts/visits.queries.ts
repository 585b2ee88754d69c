import { z } from 'zod';
import { VISIT_CHANGES } from '../../../domain/audit.ts';
import { type Queries, statement } from '../../db/database.ts';

const NEWEST = 20;

const visit = z.object({
  started_at: z.string(),
  ended_at: z.string().nullable(),
  changes: z.array(z.object({ kind: z.enum(VISIT_CHANGES), count: z.int() })).nullable(),
});
// A visit of which nobody has noted the end yet has ended all the same when its time is over.
const ofUser = statement(
  visit,
  `select began.at as started_at,
     coalesce(
       (select at from audit where visit_id = began.visit_id and action = 'impersonation_ended'),
       case when over.at <= now() then over.at end) as ended_at,
     case when began.visit_id is not null then coalesce(
       (select json_agg(json_build_object('kind', kind, 'count', count) order by first)
        from (
          select details ->> 'kind' as kind, sum((details ->> 'count')::int) as count, min(id) as first
          from audit where visit_id = began.visit_id and action = 'changed_as_user' group by 1
        ) as changes), '[]') end as changes
   from audit began,
     lateral (select began.at + make_interval(mins => (began.details ->> 'minutes')::int) as at) as over
   where began.target_id = $1 and began.action = 'impersonated'
   order by began.id desc limit ${NEWEST}`,
);

/** When the platform admin viewed as this user, newest first, and what was changed by kind. */
export const listVisits = (db: Queries, userId: number) => db.list(ofUser, [userId]);
