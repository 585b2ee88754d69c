export const FEEDBACK_MAX = 5000;
/** In place of an address, from somebody who wants no answer. */
export const ANONYMOUS = 'Anonymous';
