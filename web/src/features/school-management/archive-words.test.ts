import { expect, it } from 'vitest';
import { archiveButton, consequences } from './archive-words.ts';
import { type Person, peopleIn } from './people-words.ts';

const person = (role: Person['role'], username: string | null = 'anna.muller0'): Person => ({
  id: 1,
  role,
  username,
  email: 'anna@school.edu',
});
const many = (count: number, role: Person['role'] = 'student') =>
  Array.from({ length: count }, () => person(role));

it('names one person, and counts several as what they are', () => {
  expect(peopleIn(many(1))).toBe('anna.muller0');
  expect(peopleIn([person('student', null)])).toBe('anna@school.edu');
  expect(peopleIn(many(1200))).toBe('1,200 students');
  expect(peopleIn(many(2, 'teacher'))).toBe('2 teachers');
  expect(peopleIn([...many(96), ...many(2, 'teacher')])).toBe('98 people');
});

it('says what becomes of them, and until when', () => {
  expect(consequences(many(96), '2027-05-16')).toBe(
    'They cannot log in, teachers no longer see them. Their work is kept until 16 May 2027, then deleted.',
  );
  expect(consequences([...many(96), ...many(2, 'teacher')], '2027-05-16')).toBe(
    'They cannot log in. Teachers no longer see the archived students. Students of the archived teachers keep their work and lose these teachers. All work is kept until 16 May 2027, then deleted.',
  );
  expect(consequences(many(1, 'teacher'), '2027-05-16')).toBe(
    'They cannot log in. Their students keep their work and lose this teacher. The account is kept until 16 May 2027, then deleted.',
  );
  expect(consequences(many(2, 'teacher'), '2027-05-16')).toBe(
    'They cannot log in. Their students keep their work and lose these teachers. The accounts are kept until 16 May 2027, then deleted.',
  );
});

it('counts on its button whom it is about', () => {
  expect([1, 96, 1200].map(archiveButton)).toEqual(['Archive', 'Archive 96', 'Archive 1,200']);
});
