import { z } from 'zod';
import { FILE_TYPES, MAX_FILE_BYTES } from '../domain/evidence.ts';
import { endpoints } from './endpoint.ts';
import { done, idAsText, mustExist, paperTextFields, subjectId, timestamp } from './fields.ts';

const FORM_OVERHEAD = 64 * 1024;

/** The widths in which an image is available besides its own. */
export const IMAGE_WIDTHS = [480, 960, 1600] as const;

const evidenceFile = z.object({
  public_id: z.string(),
  file_url: z.string(),
  thumbnail_url: z.string().nullable(),
  file_type: z.enum(FILE_TYPES),
  original_filename: z.string(),
  /** Smaller versions of an image, narrowest first; only widths below that of the image itself. */
  sizes: z.array(z.object({ width: z.int(), url: z.string() })),
});
export type EvidenceFile = z.infer<typeof evidenceFile>;

/** With whom a subject's files are shared; a student's alone. */
const sharing = z.object({
  is_shared: z.boolean(),
  /** My teachers of the subject, and whoever else has opened these files while they could. */
  teachers: z.array(z.object({ name: z.string(), is_mine: z.boolean(), seen_at: timestamp.nullable() })),
});
export type Sharing = z.infer<typeof sharing>;

const publicId = z.string().regex(/^[A-Za-z0-9_-]{22}$/);
/** A link that differs in one letter from ours does not exist: 404, never 422. */
const signature = z
  .strictObject({
    expires: z.string().max(16),
    signature: z.string().max(64),
    width: z.string().max(5).optional(),
    link: z.string().max(10).optional(),
  })
  .catch({ expires: '', signature: '' });
const ofPaper = z.strictObject(paperTextFields).superRefine(mustExist);

export const evidence = endpoints({
  'POST /completion/upload': {
    summary: 'Add a photo or PDF to a paper',
    access: 'tracker',
    impersonated: { records: 'files_added' },
    multipart: ofPaper,
    response: evidenceFile,
    bodyLimit: MAX_FILE_BYTES + FORM_OVERHEAD,
  },
  'GET /completion/files': {
    summary: 'The files of one of my papers; a guest has none',
    access: 'trackerOrGuest',
    query: ofPaper,
    response: z.object({ files: z.array(evidenceFile), sharing: sharing.optional() }),
  },
  'GET /completion/evidence': {
    summary: 'All my files of a subject, with the paper that each belongs to',
    access: 'tracker',
    query: z.strictObject({ subject_id: subjectId }),
    response: z.object({
      files: z.array(evidenceFile.extend({ key: z.string() })),
      sharing: sharing.optional(),
    }),
  },
  'PUT /completion/sharing': {
    summary: 'Let my teachers of a subject see my files of it, or end that',
    access: 'student',
    impersonated: { refused: 'Files cannot be shared while viewing as somebody else.' },
    json: z.strictObject({ subject_id: subjectId, shared: z.boolean() }),
    response: done,
  },
  'GET /teachers/students/{id}/files': {
    summary: "A paper's files that a student of mine shares; the student sees that I have looked",
    access: 'teacher',
    impersonated: { refused: 'Not while viewing as somebody else.' },
    params: z.strictObject({ id: idAsText }),
    query: ofPaper,
    response: z.object({ files: z.array(evidenceFile) }),
  },
  'DELETE /completion/files/{public_id}': {
    summary: 'Remove one of my files',
    access: 'tracker',
    impersonated: { records: 'files_removed' },
    params: z.strictObject({ public_id: publicId }),
    response: null,
  },
  'GET /files/{public_id}': {
    summary: 'A file, by signed link',
    access: 'signature',
    params: z.strictObject({ public_id: publicId }),
    query: signature,
    response: 'binary',
  },
  'GET /files/{public_id}/thumbnail': {
    summary: 'Its thumbnail, by signed link',
    access: 'signature',
    params: z.strictObject({ public_id: publicId }),
    query: signature,
    response: 'binary',
  },
});
