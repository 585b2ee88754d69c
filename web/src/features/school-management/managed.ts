import { pathTo } from '../../paths.ts';

/** A school and who manages it: the platform admin any, a school admin their own. */
export type Managed = { as: 'platformAdmin' | 'schoolAdmin'; schoolId: string };

/** What a call about it is made with. */
export const requestTo = ({ as, schoolId }: Managed) => ({ as, params: { schoolId } });

export const pageOf = ({ as, schoolId }: Managed): string =>
  as === 'platformAdmin' ? pathTo('adminSchool', { schoolId }) : pathTo('schoolAdminSchool');
