/** Parts of conditions: until when what somebody removed comes back. */

/** Whether what went at that time and is there again was brought back by an Undo: longer than any is offered. */
export const isUndone = (goneAt: string) => `${goneAt} > now() - interval '10 minutes'`;

/** What is removed softly can be restored for a day, after which retention deletes it; what is there stays there. */
export const isRestorable = (removedAt: string) =>
  `(${removedAt} is null or ${removedAt} > now() - interval '1 day')`;
