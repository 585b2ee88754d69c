/** What a school admin asks about the school's people. */

/** By what the list of users can be sorted. */
export const USER_SORTS = ['id', 'username', 'done', 'average', 'activity'] as const;
export type UserSort = (typeof USER_SORTS)[number];
export const SORT_ORDERS = ['asc', 'desc'] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

/** Nothing changed in the record for so many days: what the list can be filtered by, as in an address. */
export const INACTIVE_DAYS = ['7', '14', '30', '60'] as const;
/** Whoever changed something in the last so many days is active this week. */
export const WEEK_DAYS = 7;

/** How many reports can be asked for at once. */
export const MAX_REPORTS = 400;
/** How many of the newest scores a report shows. */
export const REPORT_SCORES = 5;

/** Scores from 0 to 19, from 20 to 39, and so on; 100 is in the last. */
export const SCORE_BANDS = 5;
