import { isoDay } from '../../../../../domain/days.ts';
import { call } from '../../../api/call.ts';
import { listIn, parseJson } from '../../../guest/work-store.ts';
import { sessionStore } from '../../../session/session.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { afterPaint } from '../../../ui/after-paint.ts';
import { fromTeachers } from '../state/from-teachers.ts';
import { subscribeRecords } from '../state/records.ts';
import type { UserLink } from '../state/transport.ts';
import { showWords } from '../words/words.ts';
import { SetLines } from './SetLines.tsx';
import { SetNext } from './SetNext.tsx';
import { findOpen, hideSetWork, openPapers, showSetWork } from './set-work.ts';
import { WhatNext } from './WhatNext.tsx';

/**
 * Asks what a student's teachers have set, and what they wrote about. The last answer is kept on the device: it is there at the next load, before
 * the server has answered and when it does not.
 */
export function openSetWork({ userId, isClosed, mayCall }: UserLink) {
  let asking: Promise<void> | undefined;
  let isAwaited = false;
  /** What is past depends on it. */
  let shownOn = '';
  // A tick is drawn by its own cell alone; what follows from it comes a frame later.
  const endFollowing = subscribeRecords(() => {
    if (isAwaited || !fromTeachers.read()) return;
    isAwaited = true;
    afterPaint(() => {
      isAwaited = false;
      if (!isClosed()) findOpen();
    });
  });

  function show(value: unknown): void {
    shownOn = isoDay(new Date());
    showSetWork(value);
    showWords(value);
    // As they are now: what is ticked from here on stays in its place until one leaves.
    const asked = openPapers().map(({ paper }) => paper);
    fromTeachers.write({ asked, Next: SetNext, WhatNext, Lines: SetLines });
  }

  async function ask(): Promise<void> {
    try {
      const answer = await call('GET /users/me/from-teachers');
      if (!mayCall()) return;
      const isAny = Object.values(answer).some((list) => list.length > 0);
      const text = isAny ? JSON.stringify([userId, answer]) : undefined;
      const isKnown = text === readStored('fromTeachers') && shownOn === isoDay(new Date());
      if (isKnown) return;
      writeStored('fromTeachers', text);
      show(answer);
    } catch {
      // What was shown stays. It is asked again with the next reading.
    }
  }

  return {
    /** What was here last time, as soon as there are records to compare it with. */
    showKept() {
      if (!isStudent() || fromTeachers.read()) return;
      const [owner, answer] = listIn(parseJson(readStored('fromTeachers')));
      if (owner === userId) show(answer);
    },
    /** After what is on the screen: nobody waits for it. */
    read() {
      if (!isStudent()) return;
      afterPaint(() => {
        if (mayCall()) asking ??= ask().finally(() => (asking = undefined));
      });
    },
    close() {
      endFollowing();
      fromTeachers.write(undefined);
      hideSetWork();
      showWords(undefined);
    },
  };
}

function isStudent(): boolean {
  const session = sessionStore.read();
  return session.status === 'user' && session.user.role === 'student';
}
