/** A paper can be done more than once; each time is an attempt. */
export const MOST_ATTEMPTS = 50;
/** At once, from a spreadsheet: more than all papers of six subjects. */
export const MAX_ATTEMPT_CHANGES = 2000;
/** Of the note to oneself. */
export const NOTE_MAX = 500;
