import { type Managed } from './managed.ts';
import { useSchoolSettings } from './useSchoolSettings.ts';

/** What the school is called; not yet there while it is loading. */
export const useSchoolName = (managed: Managed): string | undefined => useSchoolSettings(managed).data?.name;
