import { command, type Queries } from '../db/database.ts';

const pass = command(
  `update throttles set
     resets_at = resets_at - make_interval(secs => $1),
     blocked_until = blocked_until - make_interval(secs => $1)`,
);

/** Moves every counter into the past, as if so many seconds had gone by. */
export const moveThrottles = (db: Queries, seconds: number) => db.run(pass, [seconds]);
