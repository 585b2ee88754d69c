/** A paper can be done more than once; each time is an attempt. */
export const MOST_ATTEMPTS = 50;
/** Of the note to oneself. */
export const NOTE_MAX = 500;
