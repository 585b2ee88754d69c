import { describe, expect, test } from 'vitest';
import {
  EXTRA_SUBJECTS,
  findSubject,
  type GroupId,
  isKnownSubject,
  SUBJECT_GROUPS,
  SUBJECTS,
  subjectName,
  subjectsOfGroup,
} from './subjects.ts';

describe('the catalogue', () => {
  test('has 53 pickable subjects in six groups', () => {
    expect(SUBJECTS).toHaveLength(53);
    expect(SUBJECT_GROUPS.map(({ name }) => name)).toEqual([
      'Studies in Language and Literature',
      'Language Acquisition',
      'Individuals and Societies',
      'Sciences',
      'Mathematics',
      'The Arts',
    ]);
    expect(SUBJECT_GROUPS.map(({ id }) => subjectsOfGroup(id).length)).toEqual([6, 11, 14, 12, 4, 6]);
  });

  test('has the order of the specification, SL before HL', () => {
    expect(SUBJECT_GROUPS.flatMap(({ id }) => subjectsOfGroup(id))).toEqual(SUBJECTS);
    expect(subjectsOfGroup(5)).toEqual([
      { id: 'math_aa_sl', name: 'Mathematics: Analysis & Approaches SL', group: 5 },
      { id: 'math_aa_hl', name: 'Mathematics: Analysis & Approaches HL', group: 5 },
      { id: 'math_ai_sl', name: 'Mathematics: Applications & Interpretation SL', group: 5 },
      { id: 'math_ai_hl', name: 'Mathematics: Applications & Interpretation HL', group: 5 },
    ]);
  });

  test('is the list of the specification, course by course', () => {
    const courses = (group: GroupId) => subjectsOfGroup(group).map(({ id, name }) => `${id} = ${name}`);
    const both = (...families: [id: string, name: string][]) =>
      families.flatMap(([id, name]) => [`${id}_sl = ${name} SL`, `${id}_hl = ${name} HL`]);
    expect(courses(1)).toEqual(
      both(
        ['english_a_lit', 'English A Literature'],
        ['english_a_lang_lit', 'English A Language & Literature'],
        ['german_a_lang_lit', 'German A Language & Literature'],
      ),
    );
    expect(courses(2)).toEqual([
      ...both(
        ['english_b', 'English B'],
        ['french_b', 'French B'],
        ['spanish_b', 'Spanish B'],
        ['german_b', 'German B'],
        ['italian_b', 'Italian B'],
      ),
      'italian_ab_initio = Italian ab initio',
    ]);
    expect(courses(3)).toEqual(
      both(
        ['history', 'History'],
        ['geography', 'Geography'],
        ['economics', 'Economics'],
        ['psychology', 'Psychology'],
        ['business', 'Business Management'],
        ['philosophy', 'Philosophy'],
        ['politics', 'Politics'],
      ),
    );
    expect(courses(4)).toEqual(
      both(
        ['biology', 'Biology'],
        ['chemistry', 'Chemistry'],
        ['physics', 'Physics'],
        ['computer_science', 'Computer Science'],
        ['ess', 'Environmental Systems & Societies'],
        ['design_tech', 'Design Technology'],
      ),
    );
    expect(courses(5)).toEqual(
      both(
        ['math_aa', 'Mathematics: Analysis & Approaches'],
        ['math_ai', 'Mathematics: Applications & Interpretation'],
      ),
    );
    expect(courses(6)).toEqual(
      both(['visual_arts', 'Visual Arts'], ['music', 'Music'], ['theatre', 'Theatre']),
    );
  });

  test('includes ten more courses that the picker does not offer', () => {
    expect(EXTRA_SUBJECTS).toHaveLength(20);
    expect(isKnownSubject('latin_sl')).toBe(true);
    expect(SUBJECTS.map(({ id }) => id)).not.toContain('latin_sl');
  });

  test('has unique ids that a completion key can carry', () => {
    const ids = [...SUBJECTS, ...EXTRA_SUBJECTS].map(({ id }) => id);
    expect(new Set(ids).size).toBe(73);
    for (const id of ids) expect(id).toMatch(/^[a-z_]+$/);
  });
});

test.each([
  ['english_a_lit_sl', 'English A Literature SL'],
  ['business_hl', 'Business Management HL'],
  ['ess_sl', 'Environmental Systems & Societies SL'],
  ['italian_ab_initio', 'Italian ab initio'],
  ['film_hl', 'Film HL'],
])('%s is shown as %s', (id, name) => {
  expect(subjectName(id)).toBe(name);
});

test.each(['klingon_b_sl', 'math_aa', 'italian_ab_initio_sl', 'MATH_AA_HL', 'constructor', ''])(
  '%o is unknown and shown as itself',
  (id) => {
    expect(findSubject(id)).toBeUndefined();
    expect(isKnownSubject(id)).toBe(false);
    expect(subjectName(id)).toBe(id);
  },
);
