import { openClient } from '../product.ts';
import { type Ledger, lostOf } from './ledger.ts';
import { type Write, writeOf } from './papers.ts';

/** Looks for what was acknowledged, once in the database and once as students see it. */

interface Student {
  id: number;
  token: string;
}

export const lostInDatabase = async (
  url: string,
  students: readonly Student[],
  acknowledged: Ledger['acknowledged'],
): Promise<number[]> => {
  const db = await openClient({ connectionString: url });
  const { rows } = await db.query<{ user_id: number; key: string; score: number }>(
    'select user_id, key, score from completions where is_completed',
  );
  await db.end();
  const found = new Map(rows.map(({ user_id, key, score }) => [`${user_id} ${key}`, score]));
  const isThere = ({ student, key, score }: Write) => found.get(`${students[student]?.id} ${key}`) === score;
  return lostOf(acknowledged, (n) => writeOf(n, students.length), isThere);
};

type Records = Record<string, { is_completed: boolean; score: number | null }>;

/** Each student's records, from one server after the other. */
export const lostInAnswers = async (
  ports: readonly number[],
  students: readonly Student[],
  acknowledged: Ledger['acknowledged'],
): Promise<number[]> => {
  const found: Records[] = [];
  for (const [n, { token }] of students.entries()) {
    const answer = await fetch(`http://127.0.0.1:${ports[n % ports.length]}/api/completion`, {
      headers: { authorization: `Bearer ${token}` },
    });
    found.push(answer.ok ? ((await answer.json()) as Records) : {});
  }
  const isThere = ({ student, key, score }: Write) => {
    const record = found[student]?.[key];
    return record?.is_completed === true && record.score === score;
  };
  return lostOf(acknowledged, (n) => writeOf(n, students.length), isThere);
};
