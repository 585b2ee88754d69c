import { z } from 'zod';
import { SIGN_IN_KINDS } from '../../../domain/sign-in.ts';
import { command, type Queries, statement } from '../../db/database.ts';

/** What a school decides for its people. */

const switches = { joins_by_domain: z.boolean(), share_pages: z.boolean(), keeps_months: z.int() };
const settings = statement(
  z.object({
    ...switches,
    name: z.string(),
    domain_pattern: z.string(),
    sign_in: z.object({ kind: z.enum(SIGN_IN_KINDS), only: z.boolean() }).nullable(),
  }),
  `select name, domain_pattern, joins_by_domain, share_pages, keeps_months,
     case when tested_at is not null then json_build_object('kind', kind, 'only', only_sign_in) end as sign_in
   from schools left join school_sign_ins on school_id = schools.id
   where schools.id = $1`,
);
const held = statement(
  z.object(switches),
  `select joins_by_domain, share_pages, keeps_months from schools where id = $1 for no key update`,
);
const update = command(
  `update schools set joins_by_domain = $2, share_pages = $3, keeps_months = $4 where id = $1`,
);

export const getSchoolSettings = (db: Queries, schoolId: number) => db.get(settings, [schoolId]);
/** For an update. */
export const holdSwitches = (tx: Queries, schoolId: number) => tx.get(held, [schoolId]);
export const updateSwitches = (
  tx: Queries,
  schoolId: number,
  wanted: { joins_by_domain: boolean; share_pages: boolean; keeps_months: number },
) => tx.run(update, [schoolId, wanted.joins_by_domain, wanted.share_pages, wanted.keeps_months]);
