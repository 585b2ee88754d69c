import { expect, it } from 'vitest';
import { subjectFor } from './course-subjects.ts';

it.each([
  ['Physics HL', 'physics_hl'],
  ['IB Physics (HL)', 'physics_hl'],
  ['Math AA HL', 'math_aa_hl'],
  ['Mathematics: Analysis and Approaches SL', 'math_aa_sl'],
  ['IBDP Maths AI SL', 'math_ai_sl'],
  ['English A Language & Literature SL', 'english_a_lang_lit_sl'],
  ['Physics', undefined],
  ['Tutor group', undefined],
  ['constructor HL', undefined],
])('%s is %s', (title, id) => {
  expect(subjectFor(title)).toBe(id);
});
