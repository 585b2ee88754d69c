import type { FastifyRequest } from 'fastify';
import type { ImportCheck } from '../../../contract/school-management.ts';
import { MAX_IMPORT_ROWS } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit, writeAuditOfEach, writeAudits } from '../../db/audit.queries.ts';
import { isUniqueViolation, type Queries } from '../../db/database.ts';
import { claimAddresses, lockUsers, shareSchool } from '../../db/locks.queries.ts';
import { HttpError, unavailable } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import { endAccess, endAllAccess, forgetLinks } from '../accounts/end-access.queries.ts';
import { takenProblem } from '../accounts/name-conflicts.ts';
import { getSchool } from '../platform-admin/schools.queries.ts';
import { followNewUsers, followSchoolmates, readdressLinksOf } from '../teachers/followers.queries.ts';
import type { Place } from './actor.ts';
import { atSchool } from './at-school.ts';
import { countLook, countStrangers } from './count-strangers.ts';
import { generatePasswords } from './generate-passwords.ts';
import {
  changeUsers,
  claimUsers,
  describeUsers,
  findAccounts,
  findOthersDomains,
  holdAccounts,
  joinSchoolGroups,
  leaveSchoolGroups,
  listMemberships,
  takeInUsers,
} from './import.queries.ts';
import {
  checkRows,
  countTold,
  type ImportUser,
  obstacleTo,
  type ReadRow,
  readRows,
  suggestNames,
} from './import-rows.ts';
import { holdManager } from './manager.queries.ts';
import { insertUsers } from './members.queries.ts';

type Given = Parameters<typeof readRows>[0];

export const refuseTooMany = (rows: readonly unknown[], most: number, what = 'rows'): void => {
  if (rows.length > most)
    throw new HttpError(413, `An import can have at most ${most.toLocaleString('en-US')} ${what}.`);
};

interface Importing<T> {
  request: FastifyRequest;
  user: SessionUser | undefined;
  /** A roster may be sent again: who is here already stays as they are. In a list that is a mistake. */
  isRoster: boolean;
  /** Who else is held from the beginning, for what else is done. */
  alsoHolds?: ((tx: Queries) => Promise<number[]>) | undefined;
  /** What else is done in the same transaction. */
  also: (tx: Queries) => Promise<T>;
  /** How often it may still be tried. */
  attempts?: number;
}
const ROSTER_ATTEMPTS = 4;

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
/** A roster may not say it of somebody whose account does. */
const roleOf = ({ user, check }: Judged) =>
  user.role ?? (check.account?.role === 'teacher' ? 'teacher' : 'student');
/** One of the address of a row that was never proved. */
const isClaimed = ({ check }: Judged) => check.outcome === 'unproved';
const isMade = ({ check }: Judged) => check.outcome === 'new';
const isHere = ({ check }: Judged) => check.outcome === 'changed' || check.outcome === 'unchanged';
/** Whose address, role or school becomes another. */
const isMoved = (one: Judged) => {
  const { email, role } = one.check.changes ?? {};
  return !isHere(one) || email !== undefined || role !== undefined;
};
/** A list is about these. */
const isListed = (role: string) => role === 'student' || role === 'teacher';

type Held = ReadonlyMap<number, Awaited<ReturnType<typeof holdAccounts>>[number]>;
const hold = async (tx: Queries, ids: readonly number[]): Promise<Held> =>
  new Map((await holdAccounts(tx, ids)).map((account) => [account.id, account]));

/** People of a list or a roster become users of a school, all or none, or are changed as it says. */
export const importingPeople = (context: Context) => {
  const { db, throttle } = context;
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
    const known = { accounts, memberships, schoolId, takesInFrom };
    if (by.actor === 'platform_admin') return { rows, accounts, checked: checkRows(rows, known), told: 0 };
    const othersDomains = await findOthersDomains(
      db,
      schoolId,
      users.flatMap(({ email }) => email ?? []),
    );
    const checked = checkRows(rows, { ...known, othersDomains });
    return { rows, accounts, checked, told: countTold(rows, checked, known) };
  };

  const check = async (place: Place, given: Given) => {
    await countLook(throttle, place.by);
    const { rows, accounts, checked, told } = await judge(place, given);
    const findNamed = (names: Parameters<Parameters<typeof suggestNames>[2]>[0]) =>
      findAccounts(db, place.schoolId, { names, emails: [], sourcedIds: [] });
    return { rows, accounts, told, checked: await suggestNames(rows, checked, findNamed) };
  };

  /** All rows, of which none has an obstacle. Whose addresses are known elsewhere is told no more often than by a check. */
  const refuseBadRows = async (
    place: Place,
    given: Given,
    { isRoster, user: manager }: Pick<Importing<unknown>, 'isRoster' | 'user'>,
  ): Promise<Judged[]> => {
    const { rows, checked, told } = await judge(place, given);
    await countStrangers(throttle, manager, told);
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

  /** People of the school, as the list says; the username stays, because they log in with it. */
  const change = async (tx: Queries, { by, schoolId }: Place, people: readonly Judged[], held: Held) => {
    const moved = people.flatMap((one) => {
      const { email, role } = one.check.changes ?? {};
      if (!email && !role) return [];
      const before = held.get(idIn(one));
      const isAsChecked = before?.school_id === schoolId && isListed(before.role);
      if (!isAsChecked || (email && email.before !== before.email)) throw new AccountChanged();
      return [
        { id: before.id, email: email?.after ?? before.email, role: role?.after ?? before.role, before },
      ];
    });
    if (moved.length > 0) {
      await changeUsers(tx, schoolId, moved);
      const ids = moved.map(({ id }) => id);
      const readdressed = moved.filter(({ email, before }) => email !== before.email);
      const inNewRole = moved.filter(({ role, before }) => role !== before.role).map(({ id }) => id);
      await forgetLinks(tx, ids);
      if (inNewRole.length > 0) await endAccess(tx, inNewRole);
      if (readdressed.length > 0) await readdressLinksOf(tx, readdressed);
      await followSchoolmates(tx, ids);
      await writeAudits(
        tx,
        moved.map(({ id, email, role, before }) => ({
          targetId: id,
          details: {
            changed: [email !== before.email && 'email', role !== before.role && 'role']
              .filter(Boolean)
              .join(', '),
            ...(role !== before.role && { role_before: before.role, role_after: role }),
          },
        })),
        { ...by, action: 'user_changed', schoolId },
      );
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

  /** What a school admin may do in an hour. */
  const countImported = async ({ id }: SessionUser, people: readonly Judged[]): Promise<void> => {
    const touched = people.filter(({ check: { outcome } }) => outcome !== 'unchanged').length;
    if (touched > 0) await throttle.hit('imported', `user ${id}`, touched);
    // Of somebody who is here already, it is a new password like any other that a school admin makes.
    const renewed = people.filter(isClaimed).length;
    if (renewed > 0) await throttle.hit('passwordReset', `user ${id}`, renewed);
  };

  const importPeople = async <T>(
    place: Place,
    given: Given,
    importing: Importing<T>,
  ): Promise<Imported<T>> => {
    const { schoolId, by } = place;
    const { request, user: manager, isRoster, alsoHolds, also } = importing;
    const people = await refuseBadRows(place, given, importing);
    const withPassword = people.filter((one) => isMade(one) || isClaimed(one));
    refuseTooMany(withPassword, MAX_IMPORT_ROWS);
    const wanted = people.filter((one) => !isMade(one) && !isClaimed(one) && !isHere(one));
    const here = people.filter(isHere);
    const changed = here.filter(({ check: { outcome } }) => outcome === 'changed');

    if (manager) await countImported(manager, people);
    const { generated, hashes } = await generatePasswords(context, withPassword.length, {
      request,
      what: 'import',
      schoolId,
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
      return await atSchool(db, schoolId, async (tx) => {
        await claimAddresses(
          tx,
          people.flatMap((one) => (isHere(one) && !isMoved(one) ? [] : (one.user.email ?? []))),
        );
        const others = (await alsoHolds?.(tx)) ?? [];
        const known = people.filter((one) => !isMade(one));
        await shareSchool(tx, schoolId);
        await lockUsers(tx, known.filter(isMoved).map(idIn));
        await holdManager(tx, manager, schoolId);
        const held = await hold(tx, [...known.map(idIn), ...others]);
        const joined = await takeIn(tx, place, wanted);
        const claimed = await claim(
          tx,
          place,
          users.filter(({ one }) => isClaimed(one)),
        );
        const made = users
          .filter(({ one }) => isMade(one))
          .map((user) => ({ ...user, email: user.one.user.email }));
        const newIds = await insertUsers(tx, schoolId, made);
        // A school's word that an address is somebody's is good for its own teachers.
        await (by.actor === 'platform_admin' ? followNewUsers : followSchoolmates)(tx, newIds);
        await change(tx, place, changed, held);
        const described = known.map((one) => ({ ...one.user, id: idIn(one) }));
        if (described.some(({ name, sourcedId }) => name !== null || sourcedId !== null))
          await describeUsers(tx, schoolId, described);
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
      const isTaken = takenProblem(error) !== undefined || isUniqueViolation(error, 'users_by_sourced_id');
      if (isTaken || error instanceof AccountChanged) {
        await refuseBadRows(place, given, importing);
        // The same roster was sent several times at once: another has made everybody.
        const { attempts = ROSTER_ATTEMPTS } = importing;
        if (isRoster && attempts > 1)
          return importPeople(place, given, { ...importing, attempts: attempts - 1 });
        throw unavailable();
      }
      throw error;
    }
  };

  return {
    check,
    importPeople: async <T>(place: Place, given: Given, importing: Importing<T>) => {
      await countLook(throttle, place.by);
      return importPeople(place, given, importing);
    },
  };
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
