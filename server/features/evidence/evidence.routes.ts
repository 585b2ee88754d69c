import { type EvidenceFile, evidence } from '../../../contract/evidence.ts';
import { completionKey, type PaperId } from '../../../domain/completion-key.ts';
import type { Context } from '../../context.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { invalidInput, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import { workFolder } from '../../storage/open.ts';
import { removeFilesSoon } from './cleanup.ts';
import { deleteFile, type FileRow, listFiles, listFilesOfSubject } from './evidence.queries.ts';
import { createImages } from './images.ts';
import { getBoundary, receiveUpload } from './receive.ts';
import { createFileServer, sizesOf } from './serve-file.ts';
import { getSharing, openSharedFiles, shareSubject, unshareSubject } from './sharing.queries.ts';
import { createSigner, type Signer } from './signing.ts';
import { createFileStore, inWorkFolder } from './store-file.ts';

const upload = evidence['POST /completion/upload'];

type PaperFields = ReturnType<typeof upload.multipart.parse>;

const paperOf = ({ subject_id: subjectId, timezone, ...rest }: PaperFields): PaperId => ({
  ...rest,
  subjectId,
  timezone: timezone ?? null,
});

/** A file as the API shows it: with links that open it for a while, for its owner or by the teacher's link to them. */
const describeFile = async (
  signer: Signer,
  file: FileRow,
  linkId: number | null = null,
): Promise<EvidenceFile> => {
  const { public_id: publicId, file_type, original_filename } = file;
  const base = `/api/files/${publicId}`;
  const address = async (kind: 'file' | 'thumbnail', width: number | null = null) =>
    `${base}${kind === 'thumbnail' ? '/thumbnail' : ''}?${await signer.sign({ publicId, kind, width, linkId })}`;
  return {
    public_id: publicId,
    file_type,
    original_filename,
    file_url: await address('file'),
    thumbnail_url: file_type === 'pdf' ? null : await address('thumbnail'),
    sizes: await Promise.all(
      sizesOf(file_type, file.width).map(async (width) => ({ width, url: await address('file', width) })),
    ),
  };
};

export const evidenceRoutes = (context: Context) => {
  const { db, settings, storage, throttle } = context;
  const signer = createSigner(db);
  const images = createImages();
  const fileStore = createFileStore(db, storage, images);
  const folder = workFolder(settings);
  const serveFile = createFileServer({ db, storage, images, signer, workFolder: folder });

  /** Only a student has teachers. */
  const sharingOf = async ({ id, role }: SessionUser, subjectId: string, key: string | null) =>
    role === 'student' && { sharing: await getSharing(db, id, subjectId, key) };

  return {
    'POST /completion/upload': async ({ user, request, admitAgain, record }) => {
      await throttle.hit('upload', `user ${user.id}`);
      const boundary = getBoundary(request.raw);
      try {
        return await inWorkFolder(folder, async (place) => {
          const { fields, file } = await receiveUpload(request.raw, boundary, place, upload.bodyLimit);
          const paper = upload.multipart.safeParse(fields);
          if (!paper.success) throw invalidInput(paper.error);
          await admitAgain();
          const row = await fileStore.store(user.id, paperOf(paper.data), file, place, record);
          return describeFile(signer, row);
        });
      } catch (error) {
        removeFilesSoon(context);
        throw error;
      }
    },

    'GET /completion/files': async ({ user, query }) => {
      if (!user) return { files: [] };
      const key = completionKey(paperOf(query));
      const [files, sharing] = await Promise.all([
        listFiles(db, user.id, key),
        sharingOf(user, query.subject_id, key),
      ]);
      return { files: await Promise.all(files.map((file) => describeFile(signer, file))), ...sharing };
    },

    'GET /completion/evidence': async ({ user, query: { subject_id: subjectId } }) => {
      const [files, sharing] = await Promise.all([
        listFilesOfSubject(db, user.id, subjectId),
        sharingOf(user, subjectId, null),
      ]);
      const described = files.map(async (file) => ({
        ...(await describeFile(signer, file)),
        key: file.completion_key,
      }));
      return { files: await Promise.all(described), ...sharing };
    },

    'PUT /completion/sharing': async ({ user, json: { subject_id: subjectId, shared } }) => {
      if (!shared) await db.transaction((tx) => unshareSubject(tx, user.id, subjectId));
      else if ((await db.transaction((tx) => shareSubject(tx, user, subjectId))) === 0) throw notFound();
      return SUCCESS;
    },

    'GET /teachers/students/{id}/files': async ({ user, params, query }) => {
      const files = await openSharedFiles(db, params.id, user.id, completionKey(paperOf(query)));
      if (files.length === 0) throw notFound();
      return { files: await Promise.all(files.map((file) => describeFile(signer, file, params.id))) };
    },

    'DELETE /completion/files/{public_id}': async ({ user, params, recorded }) => {
      const removed = await recorded(db, (tx) => deleteFile(tx, user.id, params.public_id));
      if (removed === 0) throw notFound();
      removeFilesSoon(context);
      return undefined;
    },

    // The answer is sent by `serveFile`; there is no JSON to return.
    'GET /files/{public_id}': async ({ params, query, request, reply }) =>
      (await serveFile('file', params.public_id, query, request, reply)) as never,

    'GET /files/{public_id}/thumbnail': async ({ params, query, request, reply }) =>
      (await serveFile('thumbnail', params.public_id, query, request, reply)) as never,
  } satisfies Handlers;
};
