import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { type Address, api } from '../../../../contract/index.ts';
import { WHO_SEES } from './who-sees.ts';

const [head = '', ...lines] = readFileSync('contract/rights.csv', 'utf8').trim().split('\n');
const columns = head.split(',');
const mayCall = (address: Address, column: string): boolean => {
  const cells = lines
    .map((line) => line.split(','))
    .find(([method, path]) => `${method} ${path}` === address);
  if (!cells) throw new Error(`${address} is not in rights.csv`);
  return /^(200|P$)/.test(cells[columns.indexOf(column)] ?? '');
};
const isOpenInVisit = (address: Address) => {
  const { impersonated }: Endpoint = api[address];
  return !(typeof impersonated === 'object' && 'refused' in impersonated);
};

type Row = keyof typeof WHO_SEES;
/** The call by which each is read, first by the person; what has none is part of another. */
const CALLS: Record<
  Row,
  { own: Address; teacher?: Address; schoolAdmin?: Address; operator?: Address; anybody?: Address }
> = {
  account: {
    own: 'GET /users/me',
    teacher: 'GET /teachers/students',
    schoolAdmin: 'GET /schooladmin/dashboard/users',
    operator: 'GET /admin/users',
  },
  subjects: {
    own: 'GET /subjects',
    teacher: 'GET /teachers/students',
    schoolAdmin: 'GET /schooladmin/dashboard/students/{id}',
    operator: 'GET /admin/schools/{schoolId}/groups',
  },
  papers: {
    own: 'GET /completion',
    teacher: 'GET /teachers/students/{id}',
    schoolAdmin: 'GET /schooladmin/dashboard/students/{id}',
  },
  files: { own: 'GET /completion/files', teacher: 'GET /teachers/students/{id}/files' },
  notes: { own: 'GET /completion/attempts' },
  words: { own: 'GET /users/me/words', teacher: 'GET /teachers/students/{id}/words' },
  set: {
    own: 'GET /users/me/from-teachers',
    teacher: 'GET /teachers/sets',
    schoolAdmin: 'GET /schooladmin/dashboard/students/{id}',
  },
  exams: { own: 'GET /users/me/preferences' },
  followers: { own: 'GET /users/me/teachers', schoolAdmin: 'GET /schooladmin/dashboard/students/{id}' },
  pages: { own: 'GET /users/me/share-pages', anybody: 'POST /shared' },
  logins: {
    own: 'GET /users/me/sessions',
    schoolAdmin: 'GET /schooladmin/dashboard/teachers',
    operator: 'GET /admin/audit',
  },
  mails: { own: 'GET /users/me/data', operator: 'GET /admin/mail' },
  feedback: { own: 'GET /users/me/data', operator: 'GET /admin/feedback' },
};

test.each(Object.entries(CALLS))('who sees %s is who may call', (row, calls) => {
  const { seenBy }: { seenBy: Record<string, string> } = WHO_SEES[row as Row];
  const { own, teacher, schoolAdmin, operator, anybody } = calls;
  expect(mayCall(own, 'student_self')).toBe(true);
  expect(mayCall(own, 'anonymous') && own !== 'GET /completion/files').toBe(false);
  // Theirs is another's call for others, or none.
  expect('teachers' in seenBy).toBe(teacher !== undefined && mayCall(teacher, 'teacher_of_student'));
  expect('schoolAdmins' in seenBy).toBe(
    schoolAdmin !== undefined && mayCall(schoolAdmin, 'school_admin_same'),
  );
  expect('anybody' in seenBy).toBe(anybody !== undefined && mayCall(anybody, 'anonymous'));
  // In a visit the operator makes the person's own calls; notes are left out of the answer there.
  const isVisited = isOpenInVisit(own) && row !== 'notes';
  expect('operator' in seenBy).toBe(
    isVisited || (operator !== undefined && mayCall(operator, 'platform_admin')),
  );
  for (const address of [teacher, schoolAdmin].filter((call) => call?.includes('{id}')) as Address[]) {
    expect(mayCall(address, 'teacher_other'), address).toBe(false);
    expect(mayCall(address, 'school_admin_other'), address).toBe(false);
    expect(mayCall(address, 'student_other'), address).toBe(false);
  }
});
