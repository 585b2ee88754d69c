import { describe, expect, test } from 'vitest';
import { api } from './index.ts';

const tick = {
  subject_id: 'math_aa_hl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
  is_completed: true,
  score: 80,
  marks: null,
};

describe('POST /completion', () => {
  const { json } = api['POST /completion'];

  test.each([
    ['a score of 0', { score: 0 }],
    ['no score', { score: null }],
    ['marks', { score: 59, marks: '47/80' }],
    ['no zone', { timezone: null }],
    ['a zone where variants are off by default', { subject_id: 'philosophy_hl' }],
    ['a subject that the picker does not show', { subject_id: 'latin_hl', timezone: null }],
  ])('takes %s', (_what, change) => {
    expect(json.parse({ ...tick, ...change })).toEqual({ ...tick, ...change });
  });

  test.each([
    ['score', { score: 101 }],
    ['score', { score: -1 }],
    ['score', { score: 50.5 }],
    ['score', { score: '50' }],
    ['marks', { marks: '47/80' }],
    ['marks', { marks: '81/80' }],
    ['year', { year: 2013 }],
    ['year', { year: 2025 }],
    ['year', { year: '2023' }],
    ['session', { session: 'may' }],
    ['paper', { paper: 'paper4' }],
    ['paper', { paper: 'essay' }],
    ['paper', { year: 2020 }],
    ['timezone', { timezone: 'TZ3' }],
    ['subject_id', { subject_id: 'alchemy_hl' }],
    ['is_completed', { is_completed: null }],
    ['is_completed', { is_completed: 'false' }],
  ])('names %s for %j', (field, change) => {
    const result = json.safeParse({ ...tick, ...change });
    expect(result.error?.issues[0]?.path).toEqual([field]);
  });
});

test('GET /completion/files takes the same paper as text', () => {
  const { query } = api['GET /completion/files'];
  const paper = { subject_id: 'math_aa_hl', year: '2023', session: 'May', paper: 'paper1' };
  expect(query.parse(paper)).toEqual({ ...paper, year: 2023 });
  for (const year of ['2020', '23', '2023.0', '0x7e7', ' 2023']) {
    expect(query.safeParse({ ...paper, year }).success).toBe(false);
  }
});

test.each(['abc', '1e0', '0', '-1', '2147483648', '\0', '01', ' 1', '1.0', '９'])('%j is not an id', (id) => {
  expect(api['DELETE /admin/users/{id}'].params.safeParse({ id }).success).toBe(false);
});
