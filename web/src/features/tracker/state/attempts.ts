import { useCallback, useEffect, useState } from 'react';
import type { Attempt } from '../../../../../contract/attempts.ts';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { isoDay } from '../../../../../domain/days.ts';
import { call } from '../../../api/call.ts';
import { withTimeout } from '../../../api/with-timeout.ts';
import { showToast } from '../../../ui/toasts.ts';
import { learnRecord, subscribeSaved, useRecord } from './records.ts';
import { attemptsOf, type TickValue } from './tick.ts';
import { tickIn } from './transport.ts';

/** The attempts of one paper, which only the server has all of. The newest is changed as a tick is; these are the others. */

export type { Attempt };

/** '2026-11-03', by the reader's calendar. */
export const dayOfAttempt = ({ completed_at }: Attempt): string => isoDay(new Date(completed_at));

export type AttemptList = { status: 'loading' | 'failed' | 'ready'; attempts: readonly Attempt[] };

/** Newest first; asked for again whenever the record changes, and when the server has taken a change that was under way. */
export function useAttempts(paper: PaperId): AttemptList & { retry: () => void } {
  const [list, setList] = useState<AttemptList>({ status: 'loading', attempts: [] });
  const [asked, setAsked] = useState(0);
  const key = completionKey(paper);
  const record = useRecord(key);
  const { score, completedAt, note } = record;
  const count = attemptsOf(record);

  useEffect(() => subscribeSaved(key, () => setAsked((times) => times + 1)), [key]);

  useEffect(() => {
    const ending = new AbortController();
    async function ask() {
      const attempts = await listAttempts(paper, ending.signal);
      if (ending.signal.aborted) return;
      if (attempts) setList({ status: 'ready', attempts });
      else setList((before) => ({ ...before, status: 'failed' }));
    }
    void ask();
    return () => ending.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whatever of the record changes, the list may have
  }, [paper, count, score, completedAt, note, asked]);

  const retry = useCallback(() => {
    setList({ status: 'loading', attempts: [] });
    setAsked((times) => times + 1);
  }, []);
  return { ...list, retry };
}

async function listAttempts(
  { subjectId, year, timezone, ...paper }: PaperId,
  signal: AbortSignal,
): Promise<Attempt[] | undefined> {
  const query = { ...paper, subject_id: subjectId, year: String(year), ...(timezone && { timezone }) };
  try {
    return (await call('GET /completion/attempts', { query, signal })).attempts;
  } catch {
    // Said where they should stand.
    return undefined;
  }
}

type Answer = { key: string; record: Parameters<typeof tickIn>[0] };

/** Shows what the server has by it, or says that it failed. Resolves to whether it worked. */
async function carryOut(act: string, send: (signal: AbortSignal) => Promise<Answer>): Promise<boolean> {
  try {
    const { key, record } = await withTimeout(send);
    learnRecord(key, tickIn(record));
    return true;
  } catch {
    showToast({ tone: 'danger', text: `The attempt could not be ${act}.` });
    return false;
  }
}

type Values = Pick<TickValue, 'score' | 'marks'> & { doneOn: string; note: string };

export const changeAttempt = ({ id }: Attempt, { doneOn, score, marks, note }: Values) =>
  carryOut('saved', (signal) => {
    const json = { done_on: doneOn, score, marks, note };
    return call('PUT /completion/attempts/{id}', { params: { id: String(id) }, json, signal });
  });

export const removeAttempt = ({ id }: Attempt) =>
  carryOut('removed', (signal) =>
    call('DELETE /completion/attempts/{id}', { params: { id: String(id) }, signal }),
  );

/** Brings back one that was removed, to its place. */
export const restoreAttempt = (paper: PaperId, attempt: Attempt) =>
  carryOut('brought back', (signal) => {
    const { score, marks, note, entered_at } = attempt;
    // By the reader's calendar, as it was named.
    const done_on = dayOfAttempt(attempt);
    const { subjectId, ...rest } = paper;
    const json = { ...rest, subject_id: subjectId, done_on, score, marks, note, entered_at };
    return call('POST /completion/attempts', { json, signal });
  });
