import type { Database, Queries } from '../../db/database.ts';
import { unavailable } from '../../http/errors.ts';

interface Turn {
  /** Resolves when everybody who has asked so far is done. */
  end: Promise<void>;
  waiting: number;
}
const turns = new WeakMap<Database, Map<number, Turn>>();

/** More than the admins of a school have in hand. */
const MOST_WAITING = 100;

/**
 * A transaction that changes who is at a school. Those of one school come one after the other: they would wait for each
 * other in any case, and who waits here holds no connection, of which other schools have need.
 */
export const atSchool = async <T>(
  db: Database,
  schoolId: number,
  work: (tx: Queries) => Promise<T>,
): Promise<T> => {
  const schools = turns.get(db) ?? new Map<number, Turn>();
  turns.set(db, schools);
  const turn = schools.get(schoolId) ?? { end: Promise.resolve(), waiting: 0 };
  schools.set(schoolId, turn);
  if (turn.waiting >= MOST_WAITING) throw unavailable();
  turn.waiting += 1;
  const before = turn.end;
  let end = () => {};
  turn.end = new Promise((resolve) => {
    end = resolve;
  });
  await before;
  try {
    return await db.transaction(work);
  } finally {
    turn.waiting -= 1;
    if (turn.waiting === 0) schools.delete(schoolId);
    end();
  }
};
