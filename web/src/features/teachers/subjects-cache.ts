import { readStored, writeStored } from '../../storage.ts';

/** The subjects a teacher teaches, kept on the device for an hour, so that they stand there at once. */

const FRESH_MS = 60 * 60 * 1000;

export function readCachedSubjects(userId: number, now = Date.now()): string[] | undefined {
  try {
    const kept: unknown = JSON.parse(readStored('teacherSubjects') ?? 'null');
    if (!isKept(kept) || kept.userId !== userId) return undefined;
    const age = now - kept.timestamp;
    return age >= 0 && age < FRESH_MS ? kept.subjects : undefined;
  } catch {
    return undefined;
  }
}

/** With whose they are: a device may have several teachers. */
export function writeCachedSubjects(userId: number, subjects: readonly string[], now = Date.now()): void {
  writeStored('teacherSubjects', JSON.stringify({ userId, subjects, timestamp: now }));
}

type Kept = { userId: number; subjects: string[]; timestamp: number };

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, subjects, timestamp } = value as Record<string, unknown>;
  return (
    typeof userId === 'number' &&
    typeof timestamp === 'number' &&
    Array.isArray(subjects) &&
    subjects.every((id) => typeof id === 'string')
  );
}
