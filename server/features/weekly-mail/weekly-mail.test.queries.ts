import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const setClock = command(`update clock.hand set at = $1`);
const rows = statement(
  z.object({ weekday: z.int(), time_zone: z.string(), next_at: z.string().nullable() }),
  `select weekday, time_zone, next_at from weekly_mails where user_id = $1`,
);
const causes = statement(
  z.object({ cause: z.string(), recipient: z.string(), minutes: z.number(), payload: z.unknown() }),
  `select cause, recipient, round(extract(epoch from give_up_at - created_at) / 60)::float as minutes, payload
   from mails where kind = 'weekly' order by id`,
);
const address = command(`update users set email = $2 where id = $1`);
const doubt = command(`update users set email_confirmed_at = null where id = $1`);
const spoil = command(`update weekly_mails set time_zone = 'Nowhere/At_All' where user_id = $1`);
const seal = command(
  `update weekly_mails set sealed_token = decode(repeat('00', 71), 'hex') where user_id = $1`,
);

/** The database's clock, which the test has stopped, shows this time. */
export const setTime = (db: Queries, time: string) => db.run(setClock, [time]);
export const listChoices = (db: Queries, userId: number) => db.list(rows, [userId]);
export const listWeeklyMails = (db: Queries) => db.list(causes);
export const moveAddress = (db: Queries, userId: number, email: string) => db.run(address, [userId, email]);
export const doubtAddress = (db: Queries, userId: number) => db.run(doubt, [userId]);
/** As no call would leave it: nothing can be worked out with it. */
export const spoilZone = (db: Queries, userId: number) => db.run(spoil, [userId]);
/** As after a restore on another instance. */
export const spoilSeal = (db: Queries, userId: number) => db.run(seal, [userId]);
