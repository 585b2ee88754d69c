import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { completionKey, type PaperId } from '../../../domain/completion-key.ts';
import { MAX_BYTES_PER_USER, MAX_FILES_PER_PAPER, TOO_MANY_FILES } from '../../../domain/evidence.ts';
import type { Database } from '../../db/database.ts';
import { HttpError, notLoggedIn, unavailable } from '../../http/errors.ts';
import type { Recording } from '../../http/recording.ts';
import { onDisk } from '../../storage/disk-errors.ts';
import { makeWorkFolder } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  type FileRow,
  findTwin,
  getUsage,
  insertFile,
  lockCompletion,
  type NewFile,
  noteUpload,
  removeSooner,
  takeUploadNote,
} from './evidence.queries.ts';
import { cleanFilename } from './filename.ts';
import type { Images } from './images.ts';
import { objectName } from './object-names.ts';
import type { ReceivedFile } from './receive.ts';

const PUBLIC_ID_BYTES = 16;

/** A temporary folder for one piece of work. */
export const inWorkFolder = async <T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await onDisk(() => makeWorkFolder(parent, 'w'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** What is stored of a file: a PDF as it is, an image re-encoded and with a thumbnail. */
const prepare = async (images: Images, file: ReceivedFile, folder: string) => {
  const { type, path } = file;
  if (type === 'pdf') {
    return { ...file, thumbnail: undefined, thumbnailBytes: null, width: null, height: null };
  }
  const [to, thumbnail] = [join(folder, 'clean'), join(folder, 'thumbnail')];
  const made = await images({ task: 'clean', type, from: path, to, thumbnail });
  return { ...file, ...made, sha256: Buffer.from(made.sha256, 'hex'), path: to, thumbnail };
};

const refuseOverLimits = ({ of_paper, bytes }: { of_paper: number; bytes: number }, adding: number): void => {
  if (of_paper >= MAX_FILES_PER_PAPER) throw new HttpError(409, TOO_MANY_FILES);
  if (bytes + adding > MAX_BYTES_PER_USER) {
    throw new HttpError(
      409,
      `Your files would take more than ${MAX_BYTES_PER_USER / (1024 * 1024)} MB. Remove some to add others.`,
    );
  }
};

type RecordChange = Recording['record'];

export interface FileStore {
  /** Stores a file from the folder for a paper of the user. Sent twice at once, it is stored once. */
  store(
    userId: number,
    paper: PaperId,
    file: ReceivedFile,
    folder: string,
    record: RecordChange,
  ): Promise<FileRow>;
}

export const createFileStore = (db: Database, storage: Storage, images: Images): FileStore => {
  const insert = (file: NewFile, paper: PaperId, record: RecordChange) =>
    db.transaction(async (tx) => {
      await lockCompletion(tx, file.userId, paper);
      const twin = await findTwin(tx, file);
      // Its note stays, so the objects stored for this one get removed.
      if (twin) {
        await record(tx, 0);
        return twin;
      }
      refuseOverLimits(
        await getUsage(tx, file.userId, file.completionKey),
        file.size + (file.thumbnailBytes ?? 0),
      );
      const row = await insertFile(tx, file);
      if (!row) throw notLoggedIn();
      if (!(await takeUploadNote(tx, file.publicId))) throw unavailable();
      await record(tx);
      return row;
    });

  return {
    store: async (userId, paper, received, folder, record) => {
      const key = completionKey(paper);
      // Checked again together with the row; checked here to avoid useless work.
      refuseOverLimits(await getUsage(db, userId, key), 0);
      const { path, thumbnail, ...file } = await prepare(images, received, folder);
      const publicId = randomBytes(PUBLIC_ID_BYTES).toString('base64url');
      await noteUpload(db, publicId);
      try {
        await storage.put(objectName({ publicId, kind: 'file', width: null }), path);
        if (thumbnail) await storage.put(objectName({ publicId, kind: 'thumbnail', width: null }), thumbnail);
        const row = await insert(
          {
            ...file,
            publicId,
            userId,
            completionKey: key,
            filename: cleanFilename(file.filename, file.type),
          },
          paper,
          record,
        );
        if (row.public_id !== publicId) await removeSooner(db, publicId);
        return row;
      } catch (error) {
        // If the row exists after all, the note does not, and this does nothing. If this fails, the note takes effect
        // later.
        await removeSooner(db, publicId).catch(() => {});
        throw error;
      }
    },
  };
};
