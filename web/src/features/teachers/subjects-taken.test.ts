import { expect, it } from 'vitest';
import { subjectsTaken } from './subjects-taken.ts';

const figures = (id: number, subjects: string[]) => ({
  id,
  completed: 0,
  total: 0,
  average: null,
  last_activity: null,
  subjects,
});

it('counts who takes what, of the students that are asked about', () => {
  const students = [
    figures(1, ['math_ai_sl', 'physics_hl']),
    figures(2, ['physics_hl']),
    figures(3, ['history_hl']),
  ];
  expect([...subjectsTaken({ students }, [1, 2, 9])]).toEqual([
    ['math_ai_sl', 1],
    ['physics_hl', 2],
  ]);
  expect(subjectsTaken(undefined, [1]).size).toBe(0);
});
