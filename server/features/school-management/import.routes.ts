import { groupNamesIn } from '../../../domain/groups.ts';
import { MAX_CHECK_ROWS, MAX_IMPORT_ROWS } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit, writeAuditOfEach } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { claimAddresses } from '../../db/locks.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { HttpError, unavailable } from '../../http/errors.ts';
import { endAccess, endAllAccess } from '../accounts/end-access.queries.ts';
import { generatePassword } from '../accounts/generate-password.ts';
import { takenProblem } from '../accounts/name-conflicts.ts';
import { getSchool } from '../platform-admin/schools.queries.ts';
import { followNewUsers } from '../teachers/followers.queries.ts';
import { type Actor, actorOf } from './actor.ts';
import { claimUsers, findAccounts, joinSchoolGroups, takeInUsers } from './import.queries.ts';
import { checkRows, GENERATED_GROUPS, obstacleTo, readRows, suggestNames } from './import-rows.ts';
import { insertUsers } from './members.queries.ts';

type Given = Parameters<typeof readRows>[0];

const refuseTooMany = (rows: readonly unknown[], most: number): void => {
  if (rows.length > most)
    throw new HttpError(413, `An import can have at most ${most.toLocaleString('en-US')} rows.`);
};

/** Which school, and who manages it. */
interface Place {
  by: Actor;
  schoolId: number;
}

/** An account that was to be taken in is not as it was a moment ago. */
class AccountChanged extends Error {}

export const importRoutes = ({ db, passwords, isStopping }: Context) => {
  const judge = async (schoolId: number, given: Given) => {
    const rows = await readRows(given);
    const users = rows.flatMap(({ user }) => user ?? []);
    const accounts = await findAccounts(
      db,
      users,
      users.map(({ email }) => email),
    );
    return { rows, checked: checkRows(rows, accounts, schoolId) };
  };

  /** Returns for each row the account that is to be claimed, if any: one of its address that was never proved. */
  const refuseBadRows = async (schoolId: number, given: Given): Promise<(number | undefined)[]> => {
    const { rows, checked } = await judge(schoolId, given);
    for (const [index, check] of checked.entries()) {
      const obstacle = obstacleTo(rows[index]?.takeIn, check);
      const isOfList = check.outcome === 'faulty' || check.outcome === 'username_repeated';
      if (obstacle !== undefined) throw new HttpError(isOfList ? 422 : 409, `Row ${check.row}: ${obstacle}`);
    }
    return checked.map(({ outcome, account }) => (outcome === 'unproved' ? account?.id : undefined));
  };

  /** Decided for each account. Sessions end, as with every change of school. */
  const takeIn = async (tx: Queries, { by, schoolId }: Place, users: Parameters<typeof takeInUsers>[2]) => {
    if (users.length === 0) return [];
    const taken = await takeInUsers(tx, schoolId, users);
    if (taken.length < users.length) throw new AccountChanged();
    const ids = taken.map(({ id }) => id);
    await endAccess(tx, ids);
    await writeAuditOfEach(tx, ids, {
      ...by,
      action: 'user_changed',
      schoolId,
      details: { changed: 'school_id', school_id_before: null, school_id_after: schoolId },
    });
    return taken;
  };

  /** The person gets a new password; whoever had the account until now is out. */
  const claim = async (tx: Queries, { by, schoolId }: Place, users: Parameters<typeof claimUsers>[2]) => {
    if (users.length === 0) return [];
    const claimed = await claimUsers(tx, schoolId, users);
    if (claimed.length < users.length) throw new AccountChanged();
    const ids = claimed.map(({ id }) => id);
    await endAllAccess(tx, ids);
    await writeAuditOfEach(tx, ids, { ...by, action: 'account_claimed', schoolId });
    return claimed;
  };

  return {
    'POST /admin/schools/{schoolId}/batch-import/check': async ({ params: { schoolId }, json }) => {
      await getSchool(db, schoolId);
      refuseTooMany(json, MAX_CHECK_ROWS);
      const { rows, checked } = await judge(schoolId, json);
      return { rows: await suggestNames(rows, checked, (names) => findAccounts(db, names, [])) };
    },

    'POST /admin/schools/{schoolId}/batch-import': async ({ user: manager, params, json, request }) => {
      const { schoolId } = params;
      const by = actorOf(manager);
      await getSchool(db, schoolId);
      refuseTooMany(json, MAX_IMPORT_ROWS);
      const claims = await refuseBadRows(schoolId, json);
      const wanted = json.flatMap(({ take_in: id, ...row }, index) =>
        id !== undefined && claims[index] === undefined ? [{ ...row, id }] : [],
      );
      const imported = json.flatMap(({ username, email, role, take_in: named }, index) => {
        const id = claims[index];
        if (named !== undefined && id === undefined) return [];
        return [{ username, email, role, id, password: generatePassword(GENERATED_GROUPS) }];
      });
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
        const taken = await db.transaction(async (tx) => {
          await claimAddresses(
            tx,
            json.map(({ email }) => email),
          );
          await getSchool(tx, schoolId);
          const joined = await takeIn(tx, { by, schoolId }, wanted);
          const claimed = await claim(
            tx,
            { by, schoolId },
            users.flatMap(({ id, ...user }) => (id === undefined ? [] : [{ ...user, id }])),
          );
          const made = users.filter(({ id }) => id === undefined);
          await followNewUsers(tx, await insertUsers(tx, schoolId, made));
          await joinSchoolGroups(
            tx,
            schoolId,
            json.flatMap(({ email, group }) => groupNamesIn(group ?? '').map((name) => ({ email, name }))),
          );
          const count = (role: string) => made.filter((user) => user.role === role).length;
          await writeAudit(tx, {
            ...by,
            action: 'users_imported',
            schoolId,
            details: {
              students: count('student'),
              teachers: count('teacher'),
              ...(joined.length > 0 && { taken_in: joined.length }),
              ...(claimed.length > 0 && { claimed: claimed.length }),
            },
          });
          return new Map([...joined, ...claimed].map(({ email, username }) => [email, username]));
        });
        return {
          imported: imported.map(({ username, email, role, password }) => ({
            // An account that was claimed keeps its name.
            username: taken.get(email) ?? username,
            email,
            role,
            password,
          })),
          taken_in: wanted.map(({ email, role }) => ({ username: taken.get(email) ?? null, email, role })),
        };
      } catch (error) {
        // Somebody took a name or changed an account meanwhile; now we can say which.
        if (takenProblem(error) !== undefined || error instanceof AccountChanged) {
          await refuseBadRows(schoolId, json);
          throw unavailable();
        }
        throw error;
      }
    },
  } satisfies Handlers;
};
