import { randomUUID } from 'node:crypto';
import type { Word } from '../../contract/words.ts';
import { PAPER, shareFiles } from './evidence.ts';
import type { Person } from './people.ts';
import type { TestServer } from './server.ts';

/** Words between a teacher and a student who share the subject of the paper. */

export const WORD_KEY = Object.values(PAPER).join('-');
export const newWord = (text = 'Good; redo section B') => ({ id: randomUUID(), key: WORD_KEY, text });

type Pair = { student: Person; teacher: Person; link: number };

const wordsOf = async (server: TestServer, { teacher: { token }, link }: Pair): Promise<Word[]> =>
  (await server.call(`GET /teachers/students/${link}/words?key=${WORD_KEY}`, { token })).body.words ?? [];

/** Another word of the teacher's on the paper. */
export const leaveWord = (server: TestServer, { teacher: { token }, link }: Pair) =>
  server.call(`POST /teachers/students/${link}/words`, { token, json: newWord() });

/** The teacher's newest word on the paper and the student's newest answer; made if they are not there. */
export const exchangeWords = async (
  server: TestServer,
  pair: Pair,
): Promise<{ word: string; answer: string }> => {
  const { student, link } = pair;
  await shareFiles(server, pair);
  const before = await wordsOf(server, pair);
  if (!before.some(({ is_mine }) => is_mine)) await leaveWord(server, pair);
  if (before.every(({ is_mine }) => is_mine)) {
    const json = { ...newWord('I will'), link_id: link };
    await server.call('POST /users/me/words', { token: student.token, json });
  }
  const words = await wordsOf(server, pair);
  const newest = (isTeachers: boolean) => words.findLast(({ is_mine }) => is_mine === isTeachers)?.id ?? '';
  return { word: newest(true), answer: newest(false) };
};
