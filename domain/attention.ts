/** When a student needs a teacher's attention: plain rules, without a score of risk or a ranking. */

/** Nothing done for so many days. */
export const IDLE_DAYS = 14;
/** So much lower are the last three scores than the three before. */
export const SCORES_DOWN = 10;
/** A student who is set aside is not mentioned for so many days. */
export const SET_ASIDE_DAYS = 7;
