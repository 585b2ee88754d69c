import fc from 'fast-check';

/**
 * What means something in the database that is attacked: somebody's id, an address, a password. A plan names it by a
 * placeholder, because the same seed has to make the same plan in every database; it is filled in before sending.
 */

export type Kind =
  | 'id'
  | 'studentId'
  | 'teacherId'
  | 'linkId'
  | 'schoolId'
  | 'schoolNumber'
  | 'username'
  | 'email'
  | 'studentEmail'
  | 'teacherEmail'
  | 'domain'
  | 'password'
  | 'publicId'
  | 'expires'
  | 'signature'
  | 'thumbnailSignature';

export type LookUp = (kind: Kind, n: number) => string;

const MOST = 40;
// Letters that nobody sends by chance.
const [OPEN, CLOSE] = ['\ue000', '\ue001'];
const PLACEHOLDER = new RegExp(`${OPEN}(\\w+) (\\d+)${CLOSE}`, 'g');

export const placeholder = (kind: Kind, n: number): string => `${OPEN}${kind} ${n}${CLOSE}`;
export const known = (kind: Kind): fc.Arbitrary<string> => fc.nat(MOST).map((n) => placeholder(kind, n));

const fillText = (text: string, lookUp: LookUp): string | number => {
  const filled = text.replace(PLACEHOLDER, (_, kind: Kind, n: string) => lookUp(kind, Number(n)));
  return text.startsWith(`${OPEN}schoolNumber `) ? Number(filled) : filled;
};

/** The value with what the placeholders stand for. */
export const fillIn = (value: unknown, lookUp: LookUp): unknown => {
  if (typeof value === 'string') return fillText(value, lookUp);
  if (Array.isArray(value)) return value.map((item) => fillIn(item, lookUp));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, fillIn(part, lookUp)]));
};
