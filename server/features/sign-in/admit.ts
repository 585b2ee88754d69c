import { emailDomain, USERNAME_MAX, usernameProblem } from '../../../domain/accounts.ts';
import type { SignInProblem } from '../../../domain/sign-in.ts';
import type { MailSettings } from '../../config.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { claimAddresses, holdDomain, lockUsers } from '../../db/locks.queries.ts';
import { loseAddress } from '../accounts/address.queries.ts';
import { endAccess } from '../accounts/end-access.queries.ts';
import { sendConfirmLink } from '../accounts/mail-links.ts';
import { proveAddress } from '../accounts/prove-address.ts';
import { followNewUsers } from '../teachers/followers.queries.ts';
import type { Person } from './person.ts';
import {
  type BoundAccount,
  bind,
  type FoundAccount,
  findAccount,
  findAccountById,
  findBound,
  insertSignedUp,
} from './sign-in.queries.ts';

/** Whom somebody who comes from their school is let in as (docs/decisions/041-the-schools-own-sign-in.md). */

interface School {
  id: number;
  /** '@school.edu' */
  domain: string;
  /** Otherwise somebody with a proved address of the domain may have no school until they come through here. */
  joinsByDomain: boolean;
  /** Unknown people become students. */
  makesStudents: boolean;
}

type Decision =
  | { do: 'enter'; account: BoundAccount }
  | { do: 'join'; account: FoundAccount }
  /** They have to show by its password that the account is theirs. */
  | { do: 'ask'; account: FoundAccount; mayDisown: boolean }
  | { do: 'create'; insteadOf: FoundAccount | undefined }
  | { do: 'refuse'; problem: SignInProblem };

const refuse = (problem: SignInProblem): Decision => ({ do: 'refuse', problem });

/** Never by an address that is unproved on either side. */
export const decide = (
  school: School,
  person: Person,
  { bound, account }: { bound: BoundAccount | undefined; account: FoundAccount | undefined },
): Decision => {
  // Somebody who has changed schools is no longer let in by the old one.
  if (bound && bound.school_id !== school.id) return refuse('unknown');
  if (bound) return bound.is_archived ? refuse('archived') : { do: 'enter', account: bound };
  const create = (insteadOf?: FoundAccount): Decision =>
    person.email !== null && school.makesStudents ? { do: 'create', insteadOf } : refuse('unknown');
  if (!account) return create();
  if (account.is_archived && account.school_id === school.id) return refuse('archived');

  const givesWay = person.isProved && account.can_lose;
  // An address that was given to somebody else does not open the account of whoever had it before.
  if (account.is_joined) return givesWay ? create(account) : refuse('taken');
  // With mail on, an account belongs to the school of its address once the address is proved, as it is now.
  const isComing =
    account.school_id === null &&
    (givesWay || (person.isProved && !school.joinsByDomain)) &&
    emailDomain(person.email ?? '') === school.domain;
  if (account.school_id !== school.id && !isComing) return givesWay ? create(account) : refuse('unknown');
  if (person.isProved && (account.is_confirmed || account.is_unused)) return { do: 'join', account };
  return { do: 'ask', account, mayDisown: givesWay && school.makesStudents };
};

/** Take it first in a transaction that joins or creates. */
export const holdAddress = async (tx: Queries, email: string | null): Promise<void> => {
  if (email === null) return;
  await claimAddresses(tx, [email]);
  await holdDomain(tx, emailDomain(email));
};

export const findWho = async (db: Queries, { issuer, subject, email }: Person) => {
  const bound = await findBound(db, issuer, subject);
  const account = bound || email === null ? undefined : await findAccount(db, email, issuer);
  return { bound, account };
};

/** Joins an account to who somebody is at the school. False when one of the two is joined already. */
export const join = async (
  tx: Queries,
  person: Pick<Person, 'issuer' | 'subject'>,
  { userId, schoolId, provedEmail }: { userId: number; schoolId: number; provedEmail: string | null },
): Promise<boolean> => {
  if (provedEmail !== null) await proveAddress(tx, userId, provedEmail, schoolId);
  if ((await bind(tx, person, userId, schoolId)) === 0) return false;
  await writeAudit(tx, { actor: 'user', actorId: userId, action: 'sign_in_joined', schoolId });
  return true;
};

const NAMES_TRIED = 50;

/** From their address: 'anna.muller', or 'anna.muller2' if somebody has that name. */
function* usernamesFor(email: string): Generator<string> {
  const [local = ''] = email.split('@');
  const base = usernameProblem(local) === undefined ? local : 'student';
  yield base;
  const stem = /\d$/.test(base) ? `${base}-` : base;
  for (let number = 2; number < NAMES_TRIED; number += 1) yield `${stem.slice(0, USERNAME_MAX - 2)}${number}`;
}

/** A student whom nobody knew. An account that never proved the address loses it. */
export const create = async (
  tx: Queries,
  person: Person,
  schoolId: number,
  { insteadOf, mail }: { insteadOf: number | undefined; mail: MailSettings | undefined },
): Promise<{ id: number } | undefined> => {
  const { email, isProved } = person;
  if (email === null) return undefined;
  if (insteadOf !== undefined) {
    await loseAddress(tx, insteadOf, email);
    await endAccess(tx, [insteadOf]);
    await writeAudit(tx, { actor: 'system', action: 'address_lost', targetId: insteadOf, schoolId });
  }
  const waits = !isProved && mail !== undefined;
  for (const username of usernamesFor(email)) {
    const made = await insertSignedUp(tx, { username, email, schoolId, isProved, waits });
    if (!made) continue;
    await writeAudit(tx, { actor: 'user', actorId: made.id, action: 'signed_up', schoolId });
    if (waits) await sendConfirmLink(tx, mail, { userId: made.id, email });
    else await followNewUsers(tx, [made.id]);
    await bind(tx, person, made.id, schoolId);
    return made;
  }
  return undefined;
};

type Admitted =
  | { userId: number }
  | { ask: { userId: number; mayDisown: boolean } }
  | { problem: SignInProblem };

/** Decides, and does it. Call it in a transaction of its own, which ends undone if it throws. */
export const admit = async (
  tx: Queries,
  school: School,
  person: Person,
  mail: MailSettings | undefined,
): Promise<Admitted> => {
  await holdAddress(tx, person.email);
  const before = await findWho(tx, person);
  await lockUsers(
    tx,
    [before.account?.id ?? before.bound?.id].filter((id) => id !== undefined),
  );
  // Once more, now that nobody changes them.
  const decision = decide(school, person, await findWho(tx, person));
  const provedEmail = person.isProved ? person.email : null;
  switch (decision.do) {
    case 'enter':
      return { userId: decision.account.id };
    case 'ask':
      return { ask: { userId: decision.account.id, mayDisown: decision.mayDisown } };
    case 'refuse':
      return { problem: decision.problem };
    case 'join': {
      const { id: userId } = decision.account;
      const isJoined = await join(tx, person, { userId, schoolId: school.id, provedEmail });
      return isJoined ? { userId } : { problem: 'taken' };
    }
    case 'create': {
      const made = await create(tx, person, school.id, { insteadOf: decision.insteadOf?.id, mail });
      return made ? { userId: made.id } : { problem: 'unknown' };
    }
    default:
      return decision satisfies never;
  }
};

/** Somebody who is logged in asks to be joined: an account of the school, and nobody else's identity. */
export const joinOnRequest = async (
  tx: Queries,
  person: Person,
  { userId, schoolId }: { userId: number; schoolId: number },
): Promise<SignInProblem | undefined> => {
  await holdAddress(tx, person.email);
  await lockUsers(tx, [userId]);
  const account = await findAccountById(tx, userId, person.issuer);
  if (account?.school_id !== schoolId) return 'unknown';
  if (account.is_archived) return 'archived';
  const bound = await findBound(tx, person.issuer, person.subject);
  if (bound?.id === userId) return undefined;
  if (bound || account.is_joined) return 'taken';
  const provedEmail = person.isProved ? person.email : null;
  return (await join(tx, person, { userId, schoolId, provedEmail })) ? undefined : 'taken';
};
