import { z } from 'zod';
import { type Queries, statement } from '../../db/database.ts';

const decisions = statement(
  z.object({
    name: z.string(),
    joins_by_domain: z.boolean(),
    share_pages: z.boolean(),
    keeps_months: z.int(),
    sign_in: z.object({ only: z.boolean(), makes_students: z.boolean() }).nullable(),
  }),
  `select name, joins_by_domain, share_pages, keeps_months,
     case when tested_at is not null
       then json_build_object('only', only_sign_in, 'makes_students', makes_students) end as sign_in
   from schools left join school_sign_ins on school_id = schools.id
   where schools.id = $1`,
);

/** What a school has decided; undefined once it is deleted. */
export const findDecisions = (db: Queries, schoolId: number) => db.find(decisions, [schoolId]);
