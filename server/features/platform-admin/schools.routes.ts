import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { isUniqueViolation, type Queries } from '../../db/database.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { HttpError, unprocessable } from '../../http/errors.ts';
import { endAccess } from '../accounts/end-access.queries.ts';
import { refuseTaken } from '../accounts/name-conflicts.ts';
import { refuseWeak } from '../accounts/refuse-weak.ts';
import { insertUsers } from '../school-management/members.queries.ts';
import {
  adoptUsers,
  countMembers,
  deleteSchool,
  findSchool,
  getSchool,
  holdSchool,
  insertSchool,
  listSchools,
  updateSchool,
} from './schools.queries.ts';

const refuseTakenDomain = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error, 'schools_domain_pattern_key')) {
      throw new HttpError(409, 'Another school already has this domain pattern.');
    }
    throw error;
  }
};

/** Users without a school whose address matches join it; returns how many. */
const adopt = async (tx: Queries, school: { id: number; domain_pattern: string }): Promise<number> => {
  const adopted = await adoptUsers(tx, school.id, school.domain_pattern);
  await endAccess(tx, adopted);
  return adopted.length;
};

export const schoolsRoutes = ({ db, passwords }: Context) =>
  ({
    'GET /admin/schools': async () => listSchools(db),

    'POST /admin/schools': async ({ json }) =>
      refuseTakenDomain(() =>
        db.transaction(async (tx) => {
          const domain = json.domain_pattern;
          const school = await insertSchool(tx, { name: json.name.trim(), domain });
          await writeAudit(tx, {
            actor: 'platform_admin',
            action: 'school_created',
            schoolId: school.id,
            details: { adopted: await adopt(tx, school) },
          });
          return school;
        }),
      ),

    'PUT /admin/schools/{schoolId}': async ({ params: { schoolId }, json }) =>
      refuseTakenDomain(() =>
        db.transaction(async (tx) => {
          const before = await holdSchool(tx, schoolId, json.domain_pattern);
          const school = { ...before, name: json.name.trim(), domain_pattern: json.domain_pattern };
          const changed = (['name', 'domain_pattern'] as const).filter((key) => before[key] !== school[key]);
          if (changed.length === 0) return { ...before, joined: 0 };
          await updateSchool(tx, schoolId, { name: school.name, domain: school.domain_pattern });
          const joined = changed.includes('domain_pattern') ? await adopt(tx, school) : 0;
          await writeAudit(tx, {
            actor: 'platform_admin',
            action: 'school_changed',
            schoolId,
            details: { changed: changed.join(', '), adopted: joined },
          });
          return { ...school, joined };
        }),
      ),

    'DELETE /admin/schools/{schoolId}': async ({ params: { schoolId } }) => {
      const { domain_pattern: domain } = await getSchool(db, schoolId);
      await db.transaction(async (tx) => {
        const { name } = await holdSchool(tx, schoolId, domain);
        const { count, archived } = await countMembers(tx, schoolId);
        if (count > 0) {
          const who = `${count} ${count === 1 ? 'user belongs' : 'users belong'} to it`;
          throw new HttpError(409, archived > 0 ? `${who}, ${archived} of them archived.` : `${who}.`);
        }
        await deleteSchool(tx, schoolId);
        // Its entries stay without it; this one says what it was called.
        await writeAudit(tx, { actor: 'platform_admin', action: 'school_deleted', details: { name } });
      });
      return SUCCESS;
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
