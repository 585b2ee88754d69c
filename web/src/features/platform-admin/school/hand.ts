import type { UniqueIdentifier } from '@dnd-kit/core';
import type { User } from './school-data.ts';

/** What is held, known from the press on although the drag begins only some pixels later. */
export class Hand {
  student: User | undefined;
  /** Over which card, where no pointer tells. */
  card: UniqueIdentifier | undefined;

  take(student: User | undefined): boolean {
    this.student = student;
    this.card = undefined;
    return student !== undefined;
  }
}
