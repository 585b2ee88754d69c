import { MAX_CHECK_ROWS, MAX_IMPORT_ROWS } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { actorOf } from './actor.ts';
import { countStrangers } from './count-strangers.ts';
import { importingPeople, refuseTooMany } from './import-people.ts';

/** Every row of a list has an address; only those of a roster may have none. */
const withEmail = <T extends { email: string | null }>({ email, ...rest }: T) => ({
  ...rest,
  email: email ?? '',
});

export const importRoutes = (context: Context) => {
  const { check, importPeople } = importingPeople(context);
  return {
    'POST /admin/schools/{schoolId}/batch-import/check': async ({ user, params: { schoolId }, json }) => {
      refuseTooMany(json, MAX_CHECK_ROWS);
      const { checked, told } = await check({ by: actorOf(user), schoolId }, json);
      await countStrangers(context.throttle, user, told);
      return { rows: checked };
    },

    'POST /admin/schools/{schoolId}/batch-import': async ({ user, params: { schoolId }, json, request }) => {
      refuseTooMany(json, MAX_IMPORT_ROWS);
      const { imported, takenIn, changed } = await importPeople({ by: actorOf(user), schoolId }, json, {
        request,
        user,
        isRoster: false,
        also: async () => undefined,
      });
      return {
        imported: imported.map(withEmail),
        taken_in: takenIn.map(withEmail),
        changed: changed.map((one) => withEmail(one).email),
      };
    },
  } satisfies Handlers;
};
