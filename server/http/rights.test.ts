import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { splitAddress } from '../../contract/endpoint.ts';
import { ADDRESSES } from '../../contract/index.ts';
import { inProject } from '../root.ts';
import { createPerson, createSchool, type Person } from '../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { openSession } from './session.ts';

/**
 * Walks every endpoint as every kind of caller and compares with contract/rights.csv. What a call needs to succeed
 * is not known here, so for 'may call' the answer only has to be none of the refusals. Calls about one object
 * (own, other's) are tried with real objects by their features' tests.
 */

const [head = '', ...lines] = readFileSync(inProject('contract', 'rights.csv'), 'utf8').trim().split('\n');
const [, , ...callers] = head.split(',');
const rows = lines.map((line) => {
  const [method = '', path = '', ...cells] = line.split(',');
  return { method, path, cells };
});

/** `{sid}` and `{schoolId}` name the same place. */
const shapeOf = (method: string, path: string) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
const filled = (path: string) => path.replace(/\{\w+\}/g, '1');

test('the table and the contract name the same calls', () => {
  const inTable = rows.map(({ method, path }) => shapeOf(method, path)).toSorted();
  const inContract = ADDRESSES.map((address) => {
    const { method, path } = splitAddress(address);
    return shapeOf(method, path);
  }).toSorted();
  expect(inContract).toEqual(inTable);
});

describe('every call as every caller', () => {
  let server: TestServer;
  let people: Record<string, Person | undefined>;

  beforeAll(async () => {
    server = await startTestServer();
    const schoolId = await createSchool(server.db);
    const otherSchoolId = await createSchool(server.db);
    const of = (role: Person['role'], school: number) => createPerson(server.db, role, { schoolId: school });
    people = {
      student_self: await of('student', schoolId),
      student_other: await of('student', otherSchoolId),
      teacher_of_student: await of('teacher', schoolId),
      teacher_other: await of('teacher', otherSchoolId),
      school_admin_same: await of('school_admin', schoolId),
      school_admin_other: await of('school_admin', otherSchoolId),
    };
  });
  afterAll(() => server.stop());

  const expectations = rows.flatMap(({ method, path, cells }) =>
    callers.map((caller, index) => ({ method, path, caller, cell: cells[index]?.trim() ?? '' })),
  );

  // One after the other: ending a session is one of the calls, so each gets a session of its own.
  test.each(expectations)('$method $path as $caller: $cell', async ({ method, path, caller, cell }) => {
    const person = people[caller];
    const token = person && (await openSession(server.db, person));
    const admin = caller === 'platform_admin' ? ADMIN_PASSWORD : undefined;
    const { status, body } = await server.call(`${method} ${filled(path)}`, { token, admin });
    if (cell === '401' || cell === '403') {
      expect(status, JSON.stringify(body)).toBe(Number(cell));
      expect(body).toEqual({ detail: expect.any(String) });
    } else {
      expect([401, 403, 405], JSON.stringify(body)).not.toContain(status);
      expect(status, JSON.stringify(body)).not.toBe(500);
    }
  });
});
