import { type PaperId, parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { isoDay } from '../../../../../domain/days.ts';
import { keysThatCount } from '../../../../../domain/set-work.ts';
import { shownWeekday } from '../../../format/shown-date.ts';
import { listIn, objectIn } from '../../../guest/work-store.ts';
import { observable, useObservable } from '../../../state/observable.ts';
import { type SetMark, setMarks } from '../state/from-teachers.ts';
import { readRecord } from '../state/records.ts';

/**
 * The papers that a student's teachers have set. What is done of them follows from the records on the screen, so that a
 * tick is seen at once.
 */

export interface SetWork {
  id: string;
  teacher: string;
  line: string | undefined;
  papers: readonly PaperId[];
  /** 'Fri 20 Nov' */
  day: string;
  isPast: boolean;
  mark: SetMark;
}

/** One paper that is still to do. */
export interface OpenPaper {
  paper: PaperId;
  set: SetWork;
}

const given = observable<readonly SetWork[]>([]);
const open = observable<readonly OpenPaper[]>([]);

/** What is set, earliest day first, done or not. */
export const useSetWork = () => useObservable(given);
/** What is still to do of it, in that order. */
export const useOpenPapers = () => useObservable(open);

const isDone = (paper: PaperId) => keysThatCount(paper).some((key) => readRecord(key).isCompleted);

/** Shows what an answer says. */
export function showSetWork(answer: unknown): void {
  given.write(setsIn(answer));
  findOpen();
}

export function hideSetWork(): void {
  given.write([]);
  findOpen();
}

/** 'Due Fri 20 Nov', 'Was due Fri 13 Nov' */
export const dueWords = ({ isPast, day }: SetWork): string => `${isPast ? 'Was due' : 'Due'} ${day}`;

export const openPapers = () => open.read();

/** Compares it with the records again. */
export function findOpen(): void {
  const found = given
    .read()
    .flatMap((set) => set.papers.filter((paper) => !isDone(paper)).map((paper) => ({ paper, set })));
  if (isSame(found, open.read())) return;
  open.write(found);
  const marks = new Map<string, SetMark>();
  // Of a paper that is set twice the earlier day.
  for (const { paper, set } of found)
    for (const key of keysThatCount(paper)) if (!marks.has(key)) marks.set(key, set.mark);
  setMarks.write(marks);
}

const isSame = (some: readonly OpenPaper[], others: readonly OpenPaper[]) =>
  some.length === others.length &&
  some.every(({ paper, set }, at) => paper === others[at]?.paper && set === others[at]?.set);

/** Of anything, what makes sense. */
function setsIn(value: unknown): SetWork[] {
  const today = isoDay(new Date());
  return listIn(objectIn(value)['set_work']).flatMap((one) => {
    const { id, teacher, due_on: dueOn, line, papers } = objectIn(one);
    if (typeof id !== 'string' || typeof teacher !== 'string' || typeof dueOn !== 'string') return [];
    const day = shownWeekday(dueOn);
    const said = typeof line === 'string' ? line : undefined;
    const isPast = dueOn < today;
    const by = isPast ? `Set by ${teacher}, was due ${day}` : `Set by ${teacher} for ${day}`;
    const [weekday = '', date, month] = day.split(' ');
    return {
      id,
      teacher,
      line: said,
      papers: listIn(papers).flatMap((key) => parseCompletionKey(String(key)) ?? []),
      day,
      isPast,
      mark: {
        words: isPast ? 'was due' : `for ${weekday}`,
        day: `${date} ${month}`,
        title: said === undefined ? by : `${by}: “${said}”`,
      },
    };
  });
}
