import fc from 'fast-check';
import { z } from 'zod';
import { EXTRA_SUBJECTS, SUBJECTS } from '../../domain/subjects.ts';
import { YEARS } from '../../domain/years.ts';
import { type Kind, known } from './known.ts';

/**
 * Inputs made from the contract's own schemas. What a schema says in code (a known subject, an address) it does not
 * say in its description, so some fields are known here by name. Not every input fits: most do.
 */

/** What JSON Schema says of a value, as far as the contract uses it. */
interface Shape {
  type?: string;
  const?: string | number | boolean | null;
  enum?: (string | number)[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  propertyNames?: Shape;
  items?: Shape;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
}

const subjectId = fc.constantFrom(...[...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id));
const word = fc.stringMatching(/^[a-z][a-z0-9]{2,11}$/);
const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
const completionKey = fc
  .tuple(
    subjectId,
    fc.constantFrom(...YEARS),
    fc.constantFrom('May', 'November'),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(([subject, year, session, paper]) => `${subject}-${year}-${session}-paper${paper}`);
const guestRecord = fc.record({
  is_completed: fc.boolean(),
  score: fc.option(fc.integer({ min: 0, max: 100 })),
});

const oftenKnown = (kind: Kind, other: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ arbitrary: known(kind), weight: 3 }, other);

const address = oftenKnown(
  'email',
  fc
    .tuple(word, fc.oneof(fc.constant('example.org'), known('domain')))
    .map(([name, host]) => `${name}@${host}`),
);
const login = oftenKnown('username', fc.oneof(known('email'), anyText));
const password = oftenKnown('password', fc.string({ unit: 'grapheme', minLength: 8, maxLength: 40 }));
const someId = fc.integer({ min: 1, max: 2_147_483_647 }).map(String);
const id = oftenKnown(
  'id',
  // A link between a teacher and a student is called by an id as well.
  oftenKnown('linkId', fc.oneof(fc.integer({ min: 1, max: 20 }).map(String), someId)),
);
const schoolId = oftenKnown('schoolId', someId);

/** Texts whose rule stands in code. By the name of the field, or of what it stands in. */
const TEXTS: Record<string, fc.Arbitrary<string>> = {
  subject_id: subjectId,
  subjects: subjectId,
  year_ranges: subjectId,
  timezone_overrides: subjectId,
  completion_data: completionKey,
  year: fc.constantFrom(...YEARS).map(String),
  email: fc.oneof(
    address,
    word.map((name) => `${name}@example.org`),
  ),
  teacher_email: oftenKnown('teacherEmail', address),
  student_emails: oftenKnown('studentEmail', address),
  username: fc.oneof(login, word),
  confirmation: login,
  password,
  current_password: password,
  new_password: password,
  domain_pattern: word.map((name) => `@${name}.edu`),
  public_id: oftenKnown('publicId', fc.stringMatching(/^[A-Za-z0-9_-]{22}$/)),
  cursor: oftenKnown('id', anyText),
  q: fc.oneof(word, anyText, fc.constantFrom('%', '_', '\\', "'")),
  expires: fc.integer({ min: 0, max: 4_000_000_000 }).map(String),
  width: fc.constantFrom('480', '960', '1600'),
  id,
  schoolId,
  school_id: schoolId,
  userId: oftenKnown('studentId', id),
  user_id: id,
  teacherId: oftenKnown('teacherId', id),
  studentId: oftenKnown('studentId', id),
};

const numberOf = ({ type, minimum = -1e9, maximum = 1e9 }: Shape, name: string): fc.Arbitrary<unknown> => {
  const any =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return name === 'school_id' ? fc.oneof({ arbitrary: known('schoolNumber'), weight: 3 }, any) : any;
};

const arbitraryOf = (shape: Shape): fc.Arbitrary<unknown> => {
  const walk = (part: Shape, called: string): fc.Arbitrary<unknown> => {
    if (part.const !== undefined) return fc.constant(part.const);
    if (part.enum) return fc.constantFrom(...part.enum);
    if (part.anyOf) return fc.oneof(...part.anyOf.map((one) => walk(one, called)));
    switch (part.type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'integer':
      case 'number':
        return numberOf(part, called);
      case 'string': {
        const text = Object.hasOwn(TEXTS, called) ? TEXTS[called] : undefined;
        if (text) return text;
        if (part.pattern) return fc.stringMatching(new RegExp(part.pattern));
        const { minLength = 0, maxLength = 60 } = part;
        return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
      }
      case 'array':
        return fc.uniqueArray(walk(part.items ?? {}, called), {
          minLength: part.minItems ?? 0,
          maxLength: Math.min(part.maxItems ?? 4, 4),
          selector: (item) => JSON.stringify(item),
        });
      case 'object':
        return walkObject(part, called);
      default:
        // Nothing is said of it: the one place is a guest's record, which is judged by itself.
        return fc.oneof(guestRecord, fc.jsonValue({ maxDepth: 2 }));
    }
  };
  const walkObject = (part: Shape, called: string): fc.Arbitrary<unknown> => {
    if (part.properties) {
      const members = Object.entries(part.properties).map(([key, value]) => [key, walk(value, key)] as const);
      return fc.record(Object.fromEntries(members), { requiredKeys: part.required ?? [] });
    }
    const values = typeof part.additionalProperties === 'object' ? part.additionalProperties : {};
    const keys = walk({ type: 'string', ...part.propertyNames }, called) as fc.Arbitrary<string>;
    return fc.dictionary(keys, walk(values, `${called} value`), { maxKeys: 4, noNullPrototype: true });
  };
  return walk(shape, '');
};

/** Inputs for a part of a call. */
export const inputsOf = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  arbitraryOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape);
