import { Readable } from 'node:stream';
import type { AuditActor } from '../../../domain/audit.ts';
import { parseCompletionKey } from '../../../domain/completion-key.ts';
import { paperLabel } from '../../../domain/papers.ts';
import { subjectName } from '../../../domain/subjects.ts';
import { type AuditLine, writeAudit } from '../../db/audit.queries.ts';
import type { Database, Queries } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { beginSnapshot } from '../../db/snapshot.queries.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  deletePerson,
  getEverything,
  listOver,
  listPersonalFiles,
  type PersonalFile,
} from './personal-data.queries.ts';
import { type ZipEntry, zip } from './personal-data-zip.ts';

const README = `This is everything that Tickmark stores about you.

data.json   your account, subjects, preferences, papers and scores, when the weekly mail comes, the pages you share,
            whose files may be seen and who has seen them, the teachers who see your progress (or the students you
            follow), your school's groups that you are in (or the groups you made), the papers that were set for you (or
            that you set), the words that you and they wrote about papers, your logins, who you are for your school's
            sign-in, the feedback you sent while logged in, which mails were sent to you in the last weeks, and what was
            done to your account
files/      the photos and PDFs that you added, by subject and paper

Not in here, because they only prove who you are and cannot be read by anybody: your password, your login tokens
and the networks that you logged in from, of which Tickmark stores only hashes. The links of your
share pages are not in here either: copy them in the settings. Times are in UTC.
`;

/** Replaces what some system forbids in file names. */
const safe = (name: string): string => name.replace(/[<>:"/\\|?*]/g, '_');

const folderOf = (key: string): string => {
  const paper = parseCompletionKey(key);
  if (!paper) return safe(key);
  const { subjectId, year, session, timezone } = paper;
  const sitting = [year, session, paperLabel(paper.paper), timezone].filter(Boolean).join(' ');
  return `${safe(subjectName(subjectId))}/${sitting}`;
};

/** One path per file: files of the same name in one folder get different paths, also for systems that ignore case. */
const pathsOf = (files: readonly Pick<PersonalFile, 'completion_key' | 'original_filename'>[]): string[] => {
  const taken = new Set<string>();
  return files.map(({ completion_key: key, original_filename: filename }) => {
    const name = safe(filename);
    const dot = name.lastIndexOf('.');
    for (let number = 1; ; number += 1) {
      const told = number === 1 ? name : `${name.slice(0, dot)} (${number})${name.slice(dot)}`;
      const path = `files/${folderOf(key)}/${told}`;
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      return path;
    }
  });
};

async function* entriesOf(
  storage: Storage,
  everything: Record<string, unknown>,
  files: readonly PersonalFile[],
  now: Date,
): AsyncGenerator<ZipEntry> {
  const paths = pathsOf(files);
  const listed: unknown[] = [];
  for (const [index, { public_id, completion_key, ...about }] of files.entries()) {
    // Undefined when it was removed after the list was read.
    const bytes = await storage.get(public_id);
    const name = paths[index] ?? public_id;
    listed.push({ file: bytes ? name : null, paper: completion_key, ...about });
    if (!bytes) continue;
    try {
      yield { name, modifiedAt: new Date(about.created_at), bytes };
    } finally {
      bytes.destroy();
    }
  }
  const data = JSON.stringify({ made_at: now.toISOString(), ...everything, files: listed }, undefined, 2);
  yield { name: 'data.json', modifiedAt: now, bytes: Readable.from([Buffer.from(`${data}\n`)]) };
  yield { name: 'README.txt', modifiedAt: now, bytes: Readable.from([Buffer.from(README)]) };
}

/**
 * Everything about one person as a ZIP file, created while it is read; throws 404 for an unknown user. If the store
 * fails, the stream ends with its error, so that a part is never taken for the whole. Audited first, so the entry is in
 * it.
 */
export const openPersonalData = async (
  db: Database,
  storage: Storage,
  userId: number,
  by: Pick<AuditLine, 'actor' | 'actorId' | 'targetId' | 'schoolId'>,
): Promise<Readable> => {
  const [everything, files] = await db.transaction(async (tx) => {
    await beginSnapshot(tx, { mayWrite: true });
    await writeAudit(tx, { ...by, action: 'data_downloaded' });
    return [await getEverything(tx, userId), await listPersonalFiles(tx, userId)];
  });
  return zip(entriesOf(storage, everything, files, new Date()));
};

interface Erasing {
  actor: AuditActor;
  passwordHash?: string | null;
  isOver?: boolean;
}

const erase = async (
  tx: Queries,
  userId: number,
  { actor, passwordHash = null, isOver = false }: Erasing,
): Promise<boolean> => {
  await lockUsers(tx, [userId]);
  const gone = await deletePerson(tx, userId, { passwordHash, isOver });
  if (!gone) return false;
  await writeAudit(tx, {
    actor,
    action: 'user_deleted',
    schoolId: gone.school_id,
    details: { role: gone.role },
  });
  return true;
};

/**
 * Deletes a person with everything of theirs; their files are queued for removal from the store. What stays is an audit
 * entry without a name. Returns whether there was somebody to delete.
 */
export const erasePerson = (db: Database, userId: number, by: Omit<Erasing, 'isOver'>): Promise<boolean> =>
  db.transaction((tx) => erase(tx, userId, by));

/** Few enough that nobody waits for them. */
const ERASED_AT_ONCE = 20;

/** The same for some archived people whose day has come; returns whether there may be more. */
export const eraseArchived = async (tx: Queries): Promise<boolean> => {
  const ids = await listOver(tx, ERASED_AT_ONCE);
  await lockUsers(tx, ids);
  // Whoever was brought back meanwhile stays.
  for (const id of ids) await erase(tx, id, { actor: 'system', isOver: true });
  return ids.length === ERASED_AT_ONCE;
};
