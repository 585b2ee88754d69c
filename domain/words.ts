/** How much a teacher and a student may write to each other about a paper. */
export const WORD_MAX = 500;
export const MOST_WORDS = 100;
