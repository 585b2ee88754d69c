import { listIn, objectIn, parseJson } from '../../../guest/work-store.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { type PaperWords, papersWithWords } from '../state/words.ts';

/** Shows where an answer, or what was kept of one, says that there are words. */
export function showWords(answer: unknown): void {
  papersWithWords.write(wordsIn(answer));
}

export const hasWords = (key: string): boolean => papersWithWords.read().some((paper) => paper.key === key);

/** What was written about this paper is on the screen: nothing of it is new any more, nor at the next load. */
export function noteRead(key: string): void {
  if (!papersWithWords.read().some((paper) => paper.key === key && paper.unread > 0)) return;
  const [owner, answer] = listIn(parseJson(readStored('fromTeachers')));
  const words = listIn(objectIn(answer)['words']).map((paper) =>
    objectIn(paper)['key'] === key ? { ...objectIn(paper), unread: 0 } : paper,
  );
  const read = { ...objectIn(answer), words };
  writeStored('fromTeachers', JSON.stringify([owner, read]));
  showWords(read);
}

/** Of anything, what makes sense. */
function wordsIn(value: unknown): PaperWords[] {
  return listIn(objectIn(value)['words']).flatMap((one) => {
    const { teacher, key, unread } = objectIn(one);
    return typeof teacher === 'string' && typeof key === 'string' && typeof unread === 'number'
      ? { teacher, key, unread }
      : [];
  });
}
