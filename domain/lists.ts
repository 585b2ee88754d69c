/** Its value is the `cursor` of a list's next page; absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
/** On the first page of some lists: how many rows there are in all. */
export const TOTAL_HEADER = 'x-total-count';
export const ROWS_PER_PAGE = 100;
/** Maximum length of a search text. */
export const SEARCH_MAX = 200;
