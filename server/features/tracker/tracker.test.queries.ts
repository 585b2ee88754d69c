import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const times = statement(
  z.object({ completed_at: z.string(), updated_at: z.string() }),
  `select completed_at, updated_at from completions where user_id = $1`,
);
const remove = command(`delete from users where id = $1`);
const file = command(
  `insert into files (public_id, user_id, completion_key, file_type, original_filename, size_bytes, sha256)
   values (substr(md5($1::int || $2::text), 1, 22), $1, $2, 'pdf', 'work.pdf', 10, decode(repeat('00', 32), 'hex'))`,
);

export const getTimes = (db: Queries, userId: number) => db.get(times, [userId]);
export const deletePerson = (db: Queries, userId: number) => db.run(remove, [userId]);
export const insertTestFile = (db: Queries, userId: number, key: string) => db.run(file, [userId, key]);
