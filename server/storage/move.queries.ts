import { z } from 'zod';
import { type Queries, statement } from '../db/database.ts';

const page = statement(
  z.object({ id: z.int(), public_id: z.string(), sha256: z.instanceof(Buffer), has_thumbnail: z.boolean() }),
  `select id, public_id, sha256, thumbnail_bytes is not null as has_thumbnail
   from files where id > $1 order by id limit 200`,
);

/** All files, in pages; begins after the given id. */
export const listFilesAfter = (db: Queries, id: number) => db.list(page, [id]);
