/** Its value is the `cursor` of the next page of a list; without it there is none. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';
export const ROWS_PER_PAGE = 100;
/** Letters that a search may have. */
export const SEARCH_MAX = 200;
