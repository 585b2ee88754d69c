/**
 * Room on the disk. When PostgreSQL's log finds none, PostgreSQL ends itself and cannot even start again to be read. So
 * some room is kept for that moment in a file of its own, and before it comes the database is made read-only: reads go
 * on, writes are turned away until there is room again. A start on a full disk is such a moment, too.
 */
import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

const MEGABYTE = 1024 * 1024;
/** Three files of its log. */
const RESERVE = 48 * MEGABYTE;
/** With less than this, nothing is written any more. */
const LEAST = 32 * MEGABYTE;
/** What initdb makes, which grows with the first work on it. */
const NEW_DATABASE = 80 * MEGABYTE;
const LOOK_EVERY_MS = 500;

const isDiskFull = (error: Error): boolean => 'code' in error && error.code === '53100';

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

const inMegabytes = (bytes: number): string => `${bytes / MEGABYTE} MB`;

/** Before a database is made, which would end in the middle. */
export async function requireSpaceForDatabase(folder: string): Promise<void> {
  const wanted = NEW_DATABASE + RESERVE + LEAST;
  if ((await freeBytes(folder)) >= wanted) return;
  throw new Error(
    `There is too little room on the disk of ${folder} for a new database: it takes ${inMegabytes(wanted)}.`,
  );
}

export interface DiskSpace {
  isShort(): Promise<boolean>;
  /** Lets PostgreSQL have what was kept for it. */
  release(): Promise<void>;
  /** For somebody who waits for a start that will not come. */
  explanation: string;
  /** Makes the database read-only when room runs out, and the reverse; for as long as it is not stopped. */
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
  /** False when it does not fit, for whatever reason: a quota does not show beforehand. */
  const keep = async (): Promise<boolean> => {
    if (await isReserved()) return true;
    // Random, because a file system may write many zeros as few.
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
      `There is no room left on the disk of ${dataDir}, and PostgreSQL does not start without any. ` +
      `Make ${inMegabytes(RESERVE + LEAST)} of room and start again.`,
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
            ? `There is no room left on the disk of ${dataDir}: nothing is written until there is.`
            : `There is room again on the disk of ${dataDir}.`,
        );
      };
      const hasRoom = async () => {
        const isKept = await isReserved();
        if (isKept && !isReadOnly) return !(await isShort());
        // With room to spare, or it would go back and forth.
        return (await free()) > 2 * LEAST + (isKept ? 0 : RESERVE) && (await keep());
      };
      const look = async () => {
        if (isLooking) return;
        isLooking = true;
        try {
          const isSafe = await hasRoom();
          await setReadOnly(!isSafe).catch(async (error: Error) => {
            if (isSafe || !isDiskFull(error)) throw error;
            // To note that it is read-only takes some room, too.
            await release();
            await setReadOnly(true);
          });
        } catch {
          // The database is away at the moment; the next look will do.
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
