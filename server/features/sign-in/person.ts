import { emailDomain, emailProblem, normaliseEmail } from '../../../domain/accounts.ts';
import type { SignInKind } from '../../../domain/sign-in.ts';

/** Who somebody is at their school. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | null;
  /** Whether the provider vouches for the address, and may. */
  isProved: boolean;
}

interface School {
  kind: SignInKind;
  tenant: string | null;
  /** '@school.edu' */
  domain: string;
}

type Claims = Record<string, unknown> & { iss: string; sub: string };
type Judged = { person: Person } | { got: string; expected: string };

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim : '');
const addressOf = (claim: unknown): string | null => {
  const text = textOf(claim);
  return emailProblem(text) === undefined ? normaliseEmail(text) : null;
};
/** Microsoft's own says it in several ways. */
const isTrue = (claim: unknown): boolean =>
  claim === true || claim === 1 || claim === '1' || claim === 'true';

/**
 * Whether these claims are of somebody of the school, and what they prove. Of Google, `hd` says whose account it is; of
 * Entra `tid`, within which `oid` never changes; of any other provider the address has to be one of the school.
 */
export const judge = ({ kind, tenant, domain }: School, claims: Claims): Judged => {
  const email = addressOf(claims['email']);
  const person = { issuer: claims.iss, subject: claims.sub, email };
  const isOurs = email !== null && emailDomain(email) === domain;
  const isVerified = claims['email_verified'] === true;

  if (kind === 'google') {
    const hosted = `@${normaliseEmail(textOf(claims['hd']))}`;
    if (hosted !== domain)
      return { got: hosted === '@' ? 'an account of no school' : hosted, expected: domain };
    return { person: { ...person, isProved: isVerified } };
  }
  if (kind === 'entra') {
    const [tid, oid] = [textOf(claims['tid']).toLowerCase(), textOf(claims['oid'])];
    if (tid !== tenant || oid === '')
      return { got: tid === '' ? 'no tenant' : `tenant ${tid}`, expected: `tenant ${tenant}` };
    // Microsoft leaves email_verified out; xms_edov says that the address is of a domain that the directory owns.
    const isProved = isOurs && (isVerified || isTrue(claims['xms_edov']));
    return {
      person: { ...person, subject: oid, email: email ?? addressOf(claims['preferred_username']), isProved },
    };
  }
  if (!isOurs) return { got: email === null ? 'no address' : emailDomain(email), expected: domain };
  return { person: { ...person, isProved: isVerified } };
};
