import { useApiQuery } from '../../api/query.ts';

/** What users can be filtered by; not yet there while it is loading. */
export const useChoices = () => useApiQuery('GET /schooladmin/dashboard/choices', { as: 'schoolAdmin' }).data;
