/**
 * Disk space. When PostgreSQL has no room for its log, it stops and cannot even start again for reading. So a file
 * reserves some room for that moment, and before it comes the database is made read-only: reads go on, writes are
 * refused until there is room again. A start on a full disk is handled the same way.
 */
import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

const MEGABYTE = 1024 * 1024;
/** Three files of its write-ahead log. */
const RESERVE = 48 * MEGABYTE;
/** Below this, nothing is written any more. */
const LEAST = 32 * MEGABYTE;
/** What initdb creates, and how much it grows with the first work on it. */
const NEW_DATABASE = 80 * MEGABYTE;
const LOOK_EVERY_MS = 500;

const isDiskFull = (error: Error): boolean => 'code' in error && error.code === '53100';

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const inMegabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;

/** Checked before a database is created, which would fail half-way. */
export async function requireSpaceForDatabase(folder: string): Promise<void> {
  const wanted = NEW_DATABASE + RESERVE + LEAST;
  if ((await freeBytes(folder)) >= wanted) return;
  throw new Error(
    `There is too little space on the disk of ${folder} for a new database, which needs ${inMegabytes(wanted)}.`,
  );
}

export interface DiskSpace {
  isShort(): Promise<boolean>;
  /** Releases the reserve for PostgreSQL. */
  release(): Promise<void>;
  /** For somebody waiting for a start that cannot succeed. */
  explanation: string;
  /** Makes the database read-only when room runs out, and writable again afterwards, until it is stopped. */
  guard(session: () => Client): Promise<{ stop(): void }>;
}

export async function watchDiskSpace(
  home: string,
  dataDir: string,
  log: (message: string) => void,
): Promise<DiskSpace> {
  const reserve = join(home, 'reserve');

  const free = () => freeBytes(home);
  const isReserved = async () => (await stat(reserve).catch(() => undefined))?.size === RESERVE;
  const release = () => rm(reserve, { force: true });
  /** False when it does not fit, for whatever reason: a quota does not show in advance. */
  const keep = async (): Promise<boolean> => {
    if (await isReserved()) return true;
    // Random, because a file system may compress zeros.
    const piece = randomBytes(MEGABYTE);
    try {
      const file = await open(reserve, 'w', 0o600);
      try {
        for (let written = 0; written < RESERVE; written += piece.length) await file.write(piece);
        await file.sync();
      } finally {
        await file.close();
      }
      return true;
    } catch {
      await release();
      return false;
    }
  };
  const isShort = async () => (await free()) < LEAST;

  if ((await free()) > RESERVE + LEAST) await keep();

  return {
    isShort,
    release,
    explanation:
      `There is no space left on the disk of ${dataDir}, and PostgreSQL cannot start without it. ` +
      `Make ${inMegabytes(RESERVE + LEAST)} of space and start again.`,
    guard: async (session) => {
      /** A killed server may have left it read-only. */
      const { rows } = await session().query<{ is: boolean }>(
        `select current_setting('default_transaction_read_only') = 'on' as is`,
      );
      let isReadOnly = rows[0]?.is === true;
      let isLooking = false;
      const setReadOnly = async (value: boolean) => {
        if (isReadOnly === value) return;
        const change = value
          ? 'set default_transaction_read_only = on'
          : 'reset default_transaction_read_only';
        await session().query(`alter system ${change}`);
        await session().query('select pg_reload_conf()');
        isReadOnly = value;
        log(
          value
            ? `There is no space left on the disk of ${dataDir}: nothing is written until there is some.`
            : `There is space again on the disk of ${dataDir}.`,
        );
      };
      const hasRoom = async () => {
        const isKept = await isReserved();
        if (isKept && !isReadOnly) return !(await isShort());
        // With a margin, or it would switch back and forth.
        return (await free()) > 2 * LEAST + (isKept ? 0 : RESERVE) && (await keep());
      };
      const look = async () => {
        if (isLooking) return;
        isLooking = true;
        try {
          const isSafe = await hasRoom();
          await setReadOnly(!isSafe).catch(async (error: Error) => {
            if (isSafe || !isDiskFull(error)) throw error;
            // Recording that it is read-only takes some room, too.
            await release();
            await setReadOnly(true);
          });
        } catch {
          // The database is down at the moment; the next check will do.
        } finally {
          isLooking = false;
        }
      };
      await look();
      const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref();
      return { stop: () => clearInterval(timer) };
    },
  };
}
