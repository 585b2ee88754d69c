import { z } from 'zod';
import type { PaperId } from '../../../domain/completion-key.ts';
import { FILE_TYPES } from '../../../domain/evidence.ts';
import { isArchived } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';

const fileType = z.enum(FILE_TYPES);
export const fileRow = z.object({
  public_id: z.string(),
  file_type: fileType,
  original_filename: z.string(),
  width: z.int().nullable(),
});
export type FileRow = z.infer<typeof fileRow>;

export const FILE = 'public_id, file_type, original_filename, width';

const ofPaper = statement(
  fileRow,
  `select ${FILE} from files where user_id = $1 and completion_key = $2 order by created_at, id`,
);
const ofSubject = statement(
  fileRow.extend({ completion_key: z.string() }),
  `select ${FILE}, completion_key from files
   where user_id = $1 and split_part(completion_key, '-', 1) = $2 order by created_at, id`,
);
export const deliveredFile = z.object({
  file_type: fileType,
  original_filename: z.string(),
  size_bytes: z.int(),
  thumbnail_bytes: z.int().nullable(),
  width: z.int().nullable(),
  sha256: z.instanceof(Buffer),
});
export const DELIVERED = 'file_type, original_filename, size_bytes, thumbnail_bytes, width, sha256';
const toDeliver = statement(
  deliveredFile,
  `select ${DELIVERED} from files join users u on u.id = user_id and not ${isArchived('u')} where public_id = $1`,
);
const usage = statement(
  z.object({ of_paper: z.int(), bytes: z.number() }),
  `select count(*) filter (where completion_key = $2)::int as of_paper,
     coalesce(sum(size_bytes + coalesce(thumbnail_bytes, 0)), 0)::bigint as bytes
   from files where user_id = $1`,
);
const twin = statement(
  fileRow,
  `select ${FILE} from files
   where user_id = $1 and completion_key = $2 and sha256 = $3 and original_filename = $4
     and created_at > clock_timestamp() - interval '5 seconds'
   order by id limit 1`,
);
const remove = command(`delete from files where public_id = $1 and user_id = $2`);

const ensureCompletion = command(
  `insert into completions (user_id, subject_id, year, session, paper, timezone, is_completed)
   select id, $2, $3, $4, $5, $6, false from users where id = $1
   on conflict (user_id, key) do nothing`,
);
const insert = statement(
  fileRow,
  `insert into files
     (public_id, user_id, completion_key, file_type, original_filename, size_bytes, thumbnail_bytes, width, height, sha256)
   select $3, user_id, key, $4, $5, $6, $7, $8, $9, $10 from completions where user_id = $1 and key = $2
   returning ${FILE}`,
);

// An upload is noted for removal before its objects are stored; inserting its row deletes the note. However the upload
// ends, either the row or the note exists. The margins keep the two apart: what may still get a row is not removed, and
// what is about to be removed no longer gets a row.
const note = command(
  `insert into files_to_remove (public_id, since) values ($1, now() + interval '15 minutes')`,
);
const takeNote = command(
  `delete from files_to_remove where public_id = $1 and since > now() + interval '1 minute'`,
);
const hasten = command(`update files_to_remove set since = now() where public_id = $1`);
const queued = statement(
  z.object({ public_id: z.string() }),
  `select public_id from files_to_remove where since <= now() order by since limit 100`,
);
const forget = command(`delete from files_to_remove where public_id = $1`);

export const listFiles = (db: Queries, userId: number, completionKey: string) =>
  db.list(ofPaper, [userId, completionKey]);
/** Of all its papers, each in the order in which its files came. */
export const listFilesOfSubject = (db: Queries, userId: number, subjectId: string) =>
  db.list(ofSubject, [userId, subjectId]);
/** Looked up by signature alone; undefined also while its owner is archived. */
export const findFile = (db: Queries, publicId: string) => db.find(toDeliver, [publicId]);
export const getUsage = (db: Queries, userId: number, completionKey: string) =>
  db.get(usage, [userId, completionKey]);
/** Returns how many were deleted: none when it is somebody else's. A trigger queues the stored objects for removal. */
export const deleteFile = (db: Queries, userId: number, publicId: string) =>
  db.run(remove, [publicId, userId]);

export interface NewFile {
  publicId: string;
  userId: number;
  completionKey: string;
  type: string;
  filename: string;
  size: number;
  thumbnailBytes: number | null;
  width: number | null;
  height: number | null;
  sha256: Buffer;
}

/** The same file of the same paper, if it came seconds ago: a double click, or a proxy that repeated the request. */
export const findTwin = (tx: Queries, file: NewFile): Promise<FileRow | undefined> =>
  tx.find(twin, [file.userId, file.completionKey, file.sha256, file.filename]);

/** Undefined when the user has been deleted meanwhile. Holds the user's lock, so that limits can be checked before. */
export const insertFile = (tx: Queries, file: NewFile): Promise<FileRow | undefined> =>
  tx.find(insert, [
    file.userId,
    file.completionKey,
    file.publicId,
    file.type,
    file.filename,
    file.size,
    file.thumbnailBytes,
    file.width,
    file.height,
    file.sha256,
  ]);

/** Locks the user and makes sure that the file's record exists. */
export const lockCompletion = async (tx: Queries, userId: number, paper: PaperId): Promise<void> => {
  await lockUsers(tx, [userId]);
  const { subjectId, year, session, paper: part, timezone } = paper;
  await tx.run(ensureCompletion, [userId, subjectId, year, session, part, timezone]);
};

export const noteUpload = (db: Queries, publicId: string) => db.run(note, [publicId]);
/** False when the note is gone or about to be acted on: the stored objects may be gone too. */
export const takeUploadNote = async (tx: Queries, publicId: string) =>
  (await tx.run(takeNote, [publicId])) === 1;
export const removeSooner = (db: Queries, publicId: string) => db.run(hasten, [publicId]);
export const listRemovals = async (db: Queries) => (await db.list(queued)).map((row) => row.public_id);
export const forgetRemoval = (db: Queries, publicId: string) => db.run(forget, [publicId]);
