import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const page = statement(
  z.object({ id: z.int(), public_id: z.string(), sha256: z.instanceof(Buffer), has_thumbnail: z.boolean() }),
  `select id, public_id, sha256, thumbnail_bytes is not null as has_thumbnail
   from files where id > $1 order by id limit 200`,
);

const noteCopies = command(
  `insert into files_copied (public_id) select unnest($1::text[]) on conflict do nothing`,
);
const withoutFile = statement(
  z.object({ public_id: z.string() }),
  `select public_id from files_copied c
   where not exists (select from files f where f.public_id = c.public_id) order by public_id limit 200`,
);
const forgetCopy = command(`delete from files_copied where public_id = $1`);

/** All files, in pages; begins after the given id. */
export const listFilesAfter = (db: Queries, id: number) => db.list(page, [id]);
/** Noted before they are made, so that none is forgotten however this ends. */
export const noteFilesCopied = (db: Queries, publicIds: readonly string[]) => db.run(noteCopies, [publicIds]);
/** Some of the copies whose file has been deleted since. */
export const listDeadCopies = async (db: Queries) => (await db.list(withoutFile)).map((row) => row.public_id);
export const forgetFileCopied = (db: Queries, publicId: string) => db.run(forgetCopy, [publicId]);
