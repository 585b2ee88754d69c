import { MAX_IMPORT_ROWS } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { claimAddresses } from '../../db/locks.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { HttpError, unavailable } from '../../http/errors.ts';
import { generatePassword } from '../accounts/generate-password.ts';
import { takenProblem } from '../accounts/name-conflicts.ts';
import { findTaken } from './import.queries.ts';
import { checkRows, GENERATED_GROUPS, isValidRow, keysOf } from './import-rows.ts';
import { followNewUsers } from './links.queries.ts';
import { getSchool } from './schools.queries.ts';
import { insertUsers } from './users.queries.ts';

type Rows = Parameters<typeof checkRows>[0];

const refuseTooMany = (rows: readonly unknown[]): void => {
  if (rows.length > MAX_IMPORT_ROWS)
    throw new HttpError(413, `An import can have at most ${MAX_IMPORT_ROWS} rows.`);
};

export const importRoutes = ({ db, passwords, isStopping }: Context) => {
  const judge = async (rows: Rows) => checkRows(rows, await findTaken(db, keysOf(rows.filter(isValidRow))));

  const refuseBadRows = async (rows: Rows): Promise<void> => {
    const bad = (await judge(rows)).find(({ outcome }) => outcome !== 'new');
    if (bad) throw new HttpError(bad.outcome === 'exists' ? 409 : 422, `Row ${bad.row}: ${bad.reason}`);
  };

  return {
    'POST /admin/schools/{schoolId}/batch-import/check': async ({ params, json }) => {
      await getSchool(db, params.schoolId);
      refuseTooMany(json);
      return { rows: await judge(json) };
    },

    'POST /admin/schools/{schoolId}/batch-import': async ({ params, json, request }) => {
      const { schoolId } = params;
      await getSchool(db, schoolId);
      refuseTooMany(json);
      await refuseBadRows(json);
      const imported = json.map((row) => ({ ...row, password: generatePassword(GENERATED_GROUPS) }));
      // Passwords are shown once: if the caller has gone meanwhile, nobody is imported.
      const hasCallerGone = () => request.raw.socket.destroyed;
      // Takes seconds, so it comes before the transaction.
      const hashes = await passwords.hashAll(
        imported.map(({ password }) => password),
        () => !hasCallerGone() && !isStopping(),
      );
      if (!hashes) {
        request.log.info(
          `import cancelled: ${hasCallerGone() ? 'the caller has gone' : 'the server is stopping'}`,
        );
        throw unavailable();
      }
      const users = imported.map((user, index) => ({ ...user, passwordHash: hashes[index] ?? '' }));
      try {
        await db.transaction(async (tx) => {
          await claimAddresses(
            tx,
            users.map(({ email }) => email),
          );
          await getSchool(tx, schoolId);
          await followNewUsers(tx, await insertUsers(tx, schoolId, users));
          const count = (role: string) => users.filter((user) => user.role === role).length;
          await writeAudit(tx, {
            actor: 'platform_admin',
            action: 'users_imported',
            schoolId,
            details: { students: count('student'), teachers: count('teacher') },
          });
        });
      } catch (error) {
        // Somebody took a name meanwhile; now we can say which.
        if (takenProblem(error) !== undefined) await refuseBadRows(json);
        throw error;
      }
      return { imported };
    },
  } satisfies Handlers;
};
