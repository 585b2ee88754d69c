import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';

const count = statement(
  z.object({ files: z.int(), notes: z.int(), records: z.int() }),
  `select (select count(*)::int from files where user_id = $1) as files,
     (select count(*)::int from files_to_remove) as notes,
     (select count(*)::int from completions where user_id = $1) as records`,
);
const row = statement(
  z.object({
    size_bytes: z.int(),
    width: z.int().nullable(),
    height: z.int().nullable(),
    sha256: z.instanceof(Buffer),
    original_filename: z.string(),
  }),
  `select size_bytes, width, height, sha256, original_filename from files where public_id = $1`,
);
const fill = command(`update files set size_bytes = $2 where public_id = $1`);
const removeUser = command(`delete from users where id = $1`);
const notes = statement(
  z.object({ public_id: z.string(), minutes: z.number() }),
  `select public_id, extract(epoch from since - now())::float / 60 as minutes from files_to_remove`,
);
const age = command(`update files_to_remove set since = now() - interval '1 second'`);

export const countTraces = (db: Queries, userId: number) => db.get(count, [userId]);
export const getRow = (db: Queries, publicId: string) => db.get(row, [publicId]);
export const pretendSize = (db: Queries, publicId: string, bytes: number) => db.run(fill, [publicId, bytes]);
export const deletePerson = async (tx: Queries, userId: number) => {
  await lockUsers(tx, [userId]);
  return tx.run(removeUser, [userId]);
};
export const listNotes = (db: Queries) => db.list(notes);
export const ageNotes = (db: Queries) => db.run(age);
