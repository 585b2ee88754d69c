import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { isUniqueViolation } from '../../db/database.ts';
import type { Handlers } from '../../http/answer.ts';
import { HttpError, unprocessable } from '../../http/errors.ts';
import { deleteSessionsOfUsers } from '../../http/session.queries.ts';
import { refuseTaken } from '../accounts/name-conflicts.ts';
import { refuseWeak } from '../accounts/refuse-weak.ts';
import { adoptUsers, findSchool, insertSchool, listSchools } from './schools.queries.ts';
import { insertUsers } from './users.queries.ts';

export const schoolsRoutes = ({ db, passwords }: Context) =>
  ({
    'GET /admin/schools': async () => listSchools(db),

    'POST /admin/schools': async ({ json }) => {
      const domain = json.domain_pattern;
      try {
        return await db.transaction(async (tx) => {
          const school = await insertSchool(tx, { name: json.name.trim(), domain });
          const adopted = await adoptUsers(tx, school.id, domain);
          await deleteSessionsOfUsers(tx, adopted);
          await writeAudit(tx, {
            actor: 'platform_admin',
            action: 'school_created',
            schoolId: school.id,
            details: { adopted: adopted.length },
          });
          return school;
        });
      } catch (error) {
        if (isUniqueViolation(error, 'schools_domain_pattern_key')) {
          throw new HttpError(409, 'Another school already has this domain pattern.');
        }
        throw error;
      }
    },

    'POST /schooladmin/register': async ({ json }) => {
      const { username, password, school_id: schoolId } = json;
      const school = await findSchool(db, schoolId);
      if (!school) throw unprocessable('There is no such school.');
      refuseWeak(password, { username, email: null }, school);
      const passwordHash = await passwords.hash(password);
      return refuseTaken(() =>
        db.transaction(async (tx) => {
          const [id = 0] = await insertUsers(tx, schoolId, [
            { username, email: null, role: 'school_admin', passwordHash },
          ]);
          await writeAudit(tx, {
            actor: 'platform_admin',
            action: 'school_admin_created',
            targetId: id,
            schoolId,
          });
          return { id, username, school_id: schoolId };
        }),
      );
    },
  }) satisfies Handlers;
