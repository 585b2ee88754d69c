import { useApiQuery } from '../api/query.ts';

const SOON_MS = 10_000;

/** What waits to be mailed and what failed: for the header, and for the page about it. */
export const useMail = ({ isWatched = false } = {}) =>
  useApiQuery(
    'GET /admin/mail',
    { as: 'platformAdmin' },
    // What waits is sent within seconds, usually.
    { refetchInterval: ({ state }) => (isWatched && (state.data?.waiting ?? 0) > 0 ? SOON_MS : false) },
  );
