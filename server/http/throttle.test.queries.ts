import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const pass = command(
  `update throttles set
     resets_at = resets_at - make_interval(secs => $1),
     blocked_until = blocked_until - make_interval(secs => $1)`,
);

/** Moves every counter into the past by this many seconds. */
export const moveThrottles = (db: Queries, seconds: number) => db.run(pass, [seconds]);

const networks = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from known_networks where user_id = $1`,
);

export const countNetworks = async (db: Queries, userId: number): Promise<number> =>
  (await db.get(networks, [userId])).count;
