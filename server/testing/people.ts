import { loginKey } from '../../domain/accounts.ts';
import { lookOf } from '../../domain/look-alikes.ts';
import type { Role } from '../../domain/roles.ts';
import type { Database } from '../db/database.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { openSession } from '../http/session.ts';
import { insertTestSchool, insertTestUser, proveTestUser } from './people.queries.ts';

export const PASSWORD = 'correct horse battery';

let passwordHash: Promise<string> | undefined;
/** Of one length, so that names sort in the order in which people were created, whatever ran before. */
let number = 100_000;

export interface Person {
  id: number;
  username: string;
  email: string;
  role: Role;
  token: string;
}

interface Given {
  username?: string;
  email?: string;
  schoolId?: number;
  /** Whether the address was proved. */
  isConfirmed?: boolean;
}

/** A user who is not logged in, inserted directly into a database of any version. */
const createUser = async (db: Database, role: Role, given: Given = {}): Promise<Omit<Person, 'token'>> => {
  passwordHash ??= createPasswords().hash(PASSWORD);
  number += 1;
  const { username = `${role}${number}`, email = `${role}${number}@example.org`, schoolId = null } = given;
  const { id } = await insertTestUser(db, [
    username,
    loginKey(username),
    lookOf(username),
    email,
    await passwordHash,
    role,
    schoolId,
  ]);
  return { id, username, email, role };
};

/** A user with a session: what a test starts from, not what it tests. */
export const createPerson = async (db: Database, role: Role, given?: Given): Promise<Person> => {
  const user = await createUser(db, role, given);
  if (given?.isConfirmed) await proveTestUser(db, user.id);
  return { ...user, token: await openSession(db, user) };
};

export const createSchool = async (
  db: Database,
  domainPattern = `@school${(number += 1)}.edu`,
  name = `School ${domainPattern}`,
): Promise<number> => (await insertTestSchool(db, [name, domainPattern])).id;
