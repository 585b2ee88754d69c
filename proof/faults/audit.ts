import { createHash } from 'node:crypto';
import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { type Ledger, wrongTicks } from './ledger.ts';
import type { Asked } from './machine.ts';
import { type Student, uploadRequest } from './students.ts';

/** Compares the ledger with what the product says, and its database with its files. */

/** Where files are kept: names and contents. */
export interface Objects {
  list(): Promise<string[]>;
  /** Whether it is really there: a store's list may lag behind. */
  has(name: string): Promise<boolean>;
  read(name: string): Promise<Buffer>;
}

export const onDisk = (dataDir: string): Objects => {
  const root = join(dataDir, 'files', 'objects');
  return {
    list: async () => {
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    },
    has: async () => true,
    read: (name) => readFile(join(root, name.slice(0, 2), name)),
  };
};

const TIDY_TIMEOUT_MS = 10_000;

/** As if an hour had gone by for what a killed server was working on; the next start sweeps it. */
export const ageWork = async (dataDir: string): Promise<void> => {
  const folder = join(dataDir, 'files', 'work');
  const past = new Date(Date.now() - 2 * 3_600_000);
  for (const name of await readdir(folder).catch(() => [])) await utimes(join(folder, name), past, past);
};

/**
 * Uploads that ended without a row leave a note, and what they stored is removed after a quarter of an hour. Lets that
 * time pass, and waits until the product has tidied up: the next upload that fails makes it look.
 */
const letTidy = async (machine: Asked, db: Client, { token }: Student): Promise<void> => {
  await db.query(`update files_to_remove set since = now() - interval '1 second'`);
  await machine.call('POST /completion/upload', { token, ...uploadRequest(Buffer.alloc(0)) });
  const deadline = performance.now() + TIDY_TIMEOUT_MS;
  while ((await db.query('select from files_to_remove limit 1')).rowCount !== 0) {
    if (performance.now() > deadline) return;
    await pause(10);
  }
};

const differing = (name: string, wanted: Iterable<string>, found: Iterable<string>): string[] => {
  const there = new Set(found);
  return [...new Set(wanted)].filter((one) => !there.has(one)).map((one) => `${name}: ${one}`);
};

const checkFiles = async (db: Client, objects: Objects, ledger: Ledger): Promise<string[]> => {
  const { rows } = await db.query<{ public_id: string; sha256: Buffer; file_type: string }>(
    `select public_id, sha256, file_type from files`,
  );
  const ids = new Set(rows.map(({ public_id }) => public_id));
  const stored: string[] = [];
  for (const name of await objects.list()) {
    const isKnown = ids.has(name.split('.')[0] ?? name);
    if (isKnown || (await objects.has(name))) stored.push(name);
  }
  const wrong = [
    ...differing(
      'a row without its file',
      rows.flatMap(({ public_id: id, file_type: type }) => (type === 'pdf' ? [id] : [id, `${id}.thumbnail`])),
      stored,
    ),
    ...differing(
      'a file without its row',
      stored.map((name) => name.split('.')[0] ?? name),
      ids,
    ),
  ];
  for (const { public_id: id, sha256 } of rows) {
    if (!stored.includes(id)) continue;
    const bytes = await objects.read(id);
    if (!createHash('sha256').update(bytes).digest().equals(sha256)) wrong.push(`half a file: ${id}`);
  }
  const asked = new Set(ledger.removals.map(({ publicId }) => publicId));
  for (const { publicId, sha256 } of ledger.uploads) {
    if (publicId === undefined || asked.has(publicId)) continue;
    const row = rows.find(({ public_id }) => public_id === publicId);
    if (!row) wrong.push(`an acknowledged upload is lost: ${publicId}`);
    else if (sha256 && row.sha256.toString('hex') !== sha256)
      wrong.push(`an upload has changed: ${publicId}`);
  }
  for (const { publicId, fate } of ledger.removals) {
    if (fate === 'acknowledged' && ids.has(publicId)) wrong.push(`a removed file is there: ${publicId}`);
  }
  return wrong;
};

const checkAccounts = async (machine: Asked, db: Client, ledger: Ledger): Promise<string[]> => {
  const acknowledged = ledger.registrations.filter(({ fate }) => fate === 'acknowledged');
  const { rows } = await db.query<{ username: string }>('select username from users');
  const wrong = differing(
    'an acknowledged registration is lost',
    acknowledged.map(({ username }) => username),
    rows.map(({ username }) => username),
  );
  // All of them would take longer every time; the newest are the ones that a fault could have met.
  for (const { username, token } of acknowledged.slice(-20)) {
    const answer = await machine.call('GET /users/me', { token });
    if (answer?.body.username !== username) wrong.push(`the session of a new account is lost: ${username}`);
  }
  return wrong;
};

const checkSums = async (db: Client): Promise<string[]> => {
  const pairs = [
    ['school_subject_sums', 'true_subject_sums', 'completed <> 0 or score_sum <> 0 or score_count <> 0'],
    ['school_month_sums', 'true_month_sums', 'completed <> 0'],
    ['school_sums', 'true_school_sums', 'active_students <> 0'],
  ];
  const wrong: string[] = [];
  for (const [kept, counted, isAny] of pairs) {
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from (
         (select * from ${kept} where ${isAny} except select * from ${counted})
         union all (select * from ${counted} except select * from ${kept})
       ) as d`,
    );
    if (rows[0]?.n !== 0) wrong.push(`${kept}: ${rows[0]?.n} sums are wrong`);
  }
  return wrong;
};

/** Everything that does not agree, in words; empty when all is well. */
export const audit = async (
  machine: Asked,
  objects: Objects,
  students: readonly Student[],
  ledger: Ledger,
): Promise<string[]> => {
  const db = await machine.connect();
  try {
    if (students[0]) await letTidy(machine, db, students[0]);
    const found = new Map<string, Record<string, { is_completed: boolean; score: number | null }>>();
    for (const { name, token } of students) {
      found.set(name, (await machine.must('GET /completion', { token })).body);
    }
    return [
      ...wrongTicks(ledger.ticks, found),
      ...(await checkFiles(db, objects, ledger)),
      ...(await checkAccounts(machine, db, ledger)),
      ...(await checkSums(db)),
    ];
  } finally {
    await db.end();
  }
};
