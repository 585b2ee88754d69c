import type { FastifyRequest } from 'fastify';
import type { ImportCheck } from '../../../contract/school-management.ts';
import { MAX_IMPORT_ROWS } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit, writeAuditOfEach } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { claimAddresses } from '../../db/locks.queries.ts';
import { HttpError, unavailable } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import { endAccess, endAllAccess } from '../accounts/end-access.queries.ts';
import { takenProblem } from '../accounts/name-conflicts.ts';
import { changeUser, describeChange } from '../platform-admin/change-user.ts';
import { getSchool } from '../platform-admin/schools.queries.ts';
import { followNewUsers } from '../teachers/followers.queries.ts';
import type { Actor } from './actor.ts';
import { generatePasswords } from './generate-passwords.ts';
import {
  claimUsers,
  describeUsers,
  findAccounts,
  joinSchoolGroups,
  leaveSchoolGroups,
  listMemberships,
  takeInUsers,
} from './import.queries.ts';
import {
  checkRows,
  type ImportUser,
  obstacleTo,
  type ReadRow,
  readRows,
  suggestNames,
} from './import-rows.ts';
import { holdManager } from './manager.queries.ts';
import { holdUserOfSchool, insertUsers } from './members.queries.ts';

type Given = Parameters<typeof readRows>[0];

export const refuseTooMany = (rows: readonly unknown[], most: number, what = 'rows'): void => {
  if (rows.length > most)
    throw new HttpError(413, `An import can have at most ${most.toLocaleString('en-US')} ${what}.`);
};

/** Which school, and who manages it. */
export interface Place {
  by: Actor;
  schoolId: number;
}

interface Importing<T> {
  request: FastifyRequest;
  user: SessionUser | undefined;
  /** A roster may be sent again: who is here already stays as they are. In a list that is a mistake. */
  isRoster: boolean;
  /** What else is done in the same transaction. */
  also: (tx: Queries) => Promise<T>;
  isSecond?: boolean;
}

export interface Imported<T> {
  imported: {
    row: number;
    username: string;
    email: string | null;
    role: 'student' | 'teacher';
    password: string;
  }[];
  takenIn: { row: number; username: string | null; email: string | null; role: 'student' | 'teacher' }[];
  changed: { row: number; email: string | null }[];
  result: T;
}

/** An account that was to be taken in is not as it was a moment ago. */
class AccountChanged extends Error {}

/** A row with what becomes of it. */
interface Judged {
  row: number;
  user: ImportUser;
  check: ImportCheck;
  takeIn: number | undefined;
}
const idIn = ({ check }: Judged): number => check.account?.id ?? 0;
const roleOf = ({ user }: Judged) => user.role ?? 'student';
/** One of the address of a row that was never proved. */
const isClaimed = ({ check }: Judged) => check.outcome === 'unproved';
const isMade = ({ check }: Judged) => check.outcome === 'new';
const isHere = ({ check }: Judged) => check.outcome === 'changed' || check.outcome === 'unchanged';

/** People of a list or a roster become users of a school, all or none, or are changed as it says. */
export const importingPeople = (context: Context) => {
  const { db } = context;
  const judge = async ({ by, schoolId }: Place, given: Given) => {
    const { domain_pattern: domain } = await getSchool(db, schoolId);
    const rows = await readRows(given);
    const users = rows.flatMap(({ user }) => user ?? []);
    const accounts = await findAccounts(db, schoolId, {
      names: users,
      emails: users.flatMap(({ email }) => email ?? []),
      sourcedIds: users.flatMap(({ sourcedId }) => sourcedId ?? []),
    });
    const members = accounts.filter((account) => account.school_id === schoolId).map(({ id }) => id);
    const namesGroups = members.length > 0 && users.some(({ groups }) => groups !== null);
    const memberships = namesGroups ? await listMemberships(db, schoolId, members) : [];
    // With an account come the person's work and the right to give it a new password.
    const takesInFrom = by.actor === 'platform_admin' ? null : domain;
    return { rows, accounts, checked: checkRows(rows, { accounts, memberships, schoolId, takesInFrom }) };
  };

  const check = async (place: Place, given: Given) => {
    const { rows, accounts, checked } = await judge(place, given);
    const findNamed = (names: Parameters<Parameters<typeof suggestNames>[2]>[0]) =>
      findAccounts(db, place.schoolId, { names, emails: [], sourcedIds: [] });
    return { rows, accounts, checked: await suggestNames(rows, checked, findNamed) };
  };

  /** All rows, of which none has an obstacle. */
  const refuseBadRows = async (place: Place, given: Given, isRoster: boolean): Promise<Judged[]> => {
    const { rows, checked } = await judge(place, given);
    return checked.map((one, index) => {
      const { takeIn, user } = rows[index] as ReadRow;
      const isAgain = isRoster && one.outcome === 'unchanged';
      const obstacle = isAgain ? undefined : obstacleTo(takeIn, one);
      const isOfList = one.outcome === 'faulty' || one.outcome === 'username_repeated';
      if (obstacle !== undefined || !user)
        throw new HttpError(isOfList ? 422 : 409, `Row ${one.row}: ${obstacle}`);
      return { row: one.row, user, check: one, takeIn };
    });
  };

  /** Decided for each account. Sessions end, as with every change of school. */
  const takeIn = async (tx: Queries, { by, schoolId }: Place, people: readonly Judged[]) => {
    if (people.length === 0) return [];
    const users = people.map((one) => ({ id: idIn(one), email: one.user.email ?? '', role: roleOf(one) }));
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

  /** Somebody of the school, as the list says; the username stays, because they log in with it. */
  const change = async (tx: Queries, { by, schoolId }: Place, people: readonly Judged[]) => {
    for (const one of people) {
      const { email, role } = one.check.changes ?? {};
      if (!email && !role) continue;
      const before = await holdUserOfSchool(tx, schoolId, idIn(one));
      const after = { ...before, ...(email && { email: email.after }), ...(role && { role: role.after }) };
      const changed = await changeUser(tx, before, after);
      await writeAudit(tx, {
        ...by,
        action: 'user_changed',
        targetId: before.id,
        schoolId,
        details: describeChange(changed, before, after),
      });
    }
    const renamed = people.filter(({ check: { changes } }) => changes?.name).map(idIn);
    if (renamed.length > 0)
      await writeAuditOfEach(tx, renamed, {
        ...by,
        action: 'user_changed',
        schoolId,
        details: { changed: 'name' },
      });
  };

  const importPeople = async <T>(
    place: Place,
    given: Given,
    importing: Importing<T>,
  ): Promise<Imported<T>> => {
    const { schoolId, by } = place;
    const { request, user: manager, isRoster, also } = importing;
    const people = await refuseBadRows(place, given, isRoster);
    const withPassword = people.filter((one) => isMade(one) || isClaimed(one));
    refuseTooMany(withPassword, MAX_IMPORT_ROWS);
    const wanted = people.filter((one) => !isMade(one) && !isClaimed(one) && !isHere(one));
    const here = people.filter(isHere);
    const changed = here.filter(({ check: { outcome } }) => outcome === 'changed');

    const { generated, hashes } = await generatePasswords(context, withPassword.length, {
      request,
      what: 'import',
    });
    const users = withPassword.map((one, index) => ({
      ...one.user,
      id: idIn(one),
      email: one.user.email ?? '',
      role: roleOf(one),
      passwordHash: hashes[index] ?? '',
      one,
    }));
    try {
      return await db.transaction(async (tx) => {
        await claimAddresses(
          tx,
          people.flatMap(({ user }) => user.email ?? []),
        );
        await holdManager(tx, manager, schoolId);
        await getSchool(tx, schoolId);
        const joined = await takeIn(tx, place, wanted);
        const claimed = await claim(
          tx,
          place,
          users.filter(({ one }) => isClaimed(one)),
        );
        const made = users
          .filter(({ one }) => isMade(one))
          .map((user) => ({ ...user, email: user.one.user.email }));
        await followNewUsers(tx, await insertUsers(tx, schoolId, made));
        await change(tx, place, changed);
        const known = people.filter((one) => !isMade(one)).map((one) => ({ ...one.user, id: idIn(one) }));
        if (known.some(({ name, sourcedId }) => name !== null || sourcedId !== null))
          await describeUsers(tx, schoolId, known);
        await regroup(tx, schoolId, people);
        const result = await also(tx);
        const count = (role: string) => made.filter((user) => user.role === role).length;
        const news = made.length + joined.length + claimed.length + changed.length;
        if (!isRoster || news > 0)
          await writeAudit(tx, {
            ...by,
            action: 'users_imported',
            schoolId,
            details: {
              students: count('student'),
              teachers: count('teacher'),
              ...(joined.length > 0 && { taken_in: joined.length }),
              ...(claimed.length > 0 && { claimed: claimed.length }),
              ...(changed.length > 0 && { changed: changed.length }),
            },
          });
        // An account that was there before keeps its name.
        const names = new Map([...joined, ...claimed].map(({ id, username }) => [id, username]));
        return {
          imported: withPassword.map((one, index) => ({
            row: one.row,
            username: names.get(idIn(one)) ?? one.user.username,
            email: one.user.email,
            role: roleOf(one),
            password: generated[index] ?? '',
          })),
          takenIn: wanted.map((one) => ({
            row: one.row,
            username: names.get(idIn(one)) ?? null,
            email: one.user.email,
            role: roleOf(one),
          })),
          changed: changed.map(({ row, user }) => ({ row, email: user.email })),
          result,
        };
      });
    } catch (error) {
      // Somebody took a name or changed an account meanwhile; now we can say which.
      if (takenProblem(error) !== undefined || error instanceof AccountChanged) {
        await refuseBadRows(place, given, isRoster);
        // The same roster was sent twice at once: the other has made everybody.
        if (isRoster && !importing.isSecond)
          return importPeople(place, given, { ...importing, isSecond: true });
        throw unavailable();
      }
      throw error;
    }
  };

  return { check, importPeople };
};

/** Students join the groups of their rows, and leave those that an earlier list had named. */
const regroup = async (tx: Queries, schoolId: number, people: readonly Judged[]): Promise<void> => {
  const groupsOf = (pick: (one: Judged) => readonly string[]) =>
    people.flatMap((one) => pick(one).map((name) => ({ email: one.user.email ?? '', name })));
  await leaveSchoolGroups(
    tx,
    schoolId,
    groupsOf(({ check }) => check.changes?.leaves ?? []),
  );
  await joinSchoolGroups(
    tx,
    schoolId,
    groupsOf((one) => (isHere(one) ? (one.check.changes?.joins ?? []) : (one.user.groups ?? []))),
  );
};
