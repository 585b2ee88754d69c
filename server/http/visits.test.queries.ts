import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const lines = statement(
  z.object({
    action: z.string(),
    actor: z.string(),
    visit_id: z.string().nullable(),
    at: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
  `select action, actor, visit_id, at, details from audit where target_id = $1 order by id`,
);
const refuse = command(
  `alter table audit add constraint nothing_recorded check (action <> 'changed_as_user') not valid`,
);
const allow = command(`alter table audit drop constraint nothing_recorded`);
const insertOld = command(
  `insert into audit (at, actor, action, target_id, details)
   values (now() - interval '1 year', 'platform_admin', 'impersonated', $1, '{"minutes": 30}')`,
);

/** All audit entries about somebody, oldest first. */
export const listLines = (db: Queries, userId: number) => db.list(lines, [userId]);
/** From now on no change made during a visit can be audited. */
export const refuseRecords = (db: Queries) => db.run(refuse);
export const allowRecords = (db: Queries) => db.run(allow);
/** As it was before visits had ids. */
export const insertOldVisit = (db: Queries, userId: number) => db.run(insertOld, [userId]);
