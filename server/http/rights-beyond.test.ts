import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ADDRESSES, type Address, api } from '../../contract/index.ts';
import { createPerson, PASSWORD, type Person } from '../testing/people.ts';
import { cellOf, expectRefusal, refusalOf, rightsTools } from '../testing/rights.ts';
import { PERSON_NAMES } from '../testing/scene.ts';
import { ADMIN_PASSWORD } from '../testing/server.ts';
import { expireSessions, removePerson } from './rights.test.queries.ts';

/** Every endpoint with credentials outside the table: expired tokens, impersonated ones, wrong passwords. */

const { server, prepare, make, openScene, closeScene, expectSuccess } = rightsTools();
/** For a test that makes every call of the contract. */
const LONG = { timeout: 120_000 };

const asAdmin = (address: string, json?: unknown) => server().call(address, { admin: ADMIN_PASSWORD, json });

describe('an expired token', () => {
  const DEATHS: Record<string, (me: Person) => Promise<unknown>> = {
    'by logging out': ({ token }) => server().call('POST /logout', { token }),
    'of age': ({ id }) => expireSessions(server().db, id),
    'by a new password': ({ token }) =>
      server().call('POST /users/me/password', {
        token,
        json: { current_password: PASSWORD, new_password: 'another fine secret' },
      }),
    'with its owner': ({ id }) => removePerson(server().db, id),
    'by a new role': ({ id, username, email }) =>
      asAdmin(`PUT /admin/users/${id}`, { username, email, school_id: null, role: 'teacher' }),
  };

  const expectNothing = async (token: string, me?: Person) => {
    for (const address of ADDRESSES) {
      const here = await openScene();
      const answer = await make(address, await prepare(address, here, me), { token });
      const { access } = api[address];
      if (access === 'platformAdmin') expectRefusal(answer, address, 403);
      else if (access === 'public' || access === 'signature' || access === 'anyone') {
        await expectSuccess(answer, address);
      } else expectRefusal(answer, address, 401);
    }
  };

  test.each(Object.entries(DEATHS))('%s opens nothing', LONG, async (_death, kill) => {
    const me = await createPerson(server().db, 'student');
    expect((await server().call('GET /users/me', { token: me.token })).status).toBe(200);
    await kill(me);
    await expectNothing(me.token, me);
  });

  test.each(['A'.repeat(43), 'no-token'])('because it never lived opens nothing: %s', LONG, (token) =>
    expectNothing(token),
  );
});

describe('a token to view as somebody', () => {
  const SHARE_PAGES = 'Share pages belong to the student. They are closed while viewing as somebody else.';
  /** What only the person themselves may do. */
  const OWN: Partial<Record<Address, string>> = {
    'POST /users/me/password': 'The password cannot be changed while viewing as somebody else.',
    'POST /users/me/email': 'The address cannot be changed while viewing as somebody else.',
    'POST /users/me/email/link': 'The address cannot be changed while viewing as somebody else.',
    'POST /users/me/sign-in': 'An account cannot be joined while viewing as somebody else.',
    'GET /completion/spreadsheet': 'The spreadsheet is not available while viewing as somebody else.',
    'POST /completion/spreadsheet': 'The spreadsheet is not available while viewing as somebody else.',
    'GET /users/me/data': 'The data cannot be downloaded while viewing as somebody else.',
    'POST /schooladmin/dashboard/users/export': 'Users cannot be exported while viewing as somebody else.',
    'POST /schooladmin/users/{id}/confirm': 'Nobody can be confirmed while viewing as somebody else.',
    'DELETE /schooladmin/users/{id}': 'Nobody can be removed while viewing as somebody else.',
    'POST /schooladmin/users/{id}/password/link':
      'A password cannot be reset while viewing as somebody else.',
    'POST /schooladmin/users/{id}/password': 'A password cannot be reset while viewing as somebody else.',
    'DELETE /users/me/sessions': 'Nobody can be logged out while viewing as somebody else.',
    'DELETE /users/me/sessions/{id}': 'Nobody can be logged out while viewing as somebody else.',
    'DELETE /users/me': 'The account cannot be deleted while viewing as somebody else.',
    'GET /users/me/share-pages': SHARE_PAGES,
    'POST /users/me/share-pages': SHARE_PAGES,
    'DELETE /users/me/share-pages/{id}': SHARE_PAGES,
    ...Object.fromEntries(
      ADDRESSES.filter(
        (address) => api[address].access === 'schoolManager' && !address.startsWith('GET '),
      ).map((address) => [address, 'Not while viewing as somebody else.']),
    ),
    'POST /users/me/teachers/{id}/accept': 'A teacher cannot be accepted while viewing as somebody else.',
    'DELETE /completion/attempts/{id}': 'Attempts cannot be removed while viewing as somebody else.',
    'PUT /users/me/weekly-mail': 'Not while viewing as somebody else.',
    'PUT /completion/sharing': 'Files cannot be shared while viewing as somebody else.',
    'GET /teachers/students/{id}/files': 'Not while viewing as somebody else.',
    'GET /teachers/students/{id}/words': 'Not while viewing as somebody else.',
    'POST /teachers/students/{id}/words': 'Not while viewing as somebody else.',
    'DELETE /teachers/words/{id}': 'Not while viewing as somebody else.',
    'POST /teachers/words/{id}/restore': 'Not while viewing as somebody else.',
    'GET /users/me/words': 'Not while viewing as somebody else.',
    'POST /users/me/words': 'Not while viewing as somebody else.',
    'DELETE /users/me/words/{id}': 'Not while viewing as somebody else.',
    'POST /users/me/words/{id}/restore': 'Not while viewing as somebody else.',
    'DELETE /users/me/teachers/{id}':
      'A teacher cannot be declined or removed while viewing as somebody else.',
  };
  /** The audit entries of the newest visit to somebody, newest first. */
  const linesOf = async ({ id }: Person) => {
    const { body } = await asAdmin(`GET /admin/audit?user_id=${id}`);
    const lines: { action: string; details: unknown }[] = body;
    const began = lines.findIndex(({ action }) => action === 'impersonated');
    return lines
      .slice(0, began)
      .filter(({ action }) => ['changed_as_user', 'impersonation_ended'].includes(action))
      .map(({ action, details }) => ({ action, details }));
  };
  const expectedLines = (address: Address, isDone: boolean) => {
    const { impersonated }: Endpoint = api[address];
    if (!isDone || impersonated === undefined) return [];
    if (impersonated === 'ends') return [{ action: 'impersonation_ended', details: { how: 'returned' } }];
    return 'records' in impersonated
      ? [{ action: 'changed_as_user', details: { kind: impersonated.records, count: 1 } }]
      : [];
  };

  test.each(PERSON_NAMES)(
    'opens what %s may open, except what only they may decide, and its changes are audited',
    LONG,
    async (column) => {
      for (const address of ADDRESSES) {
        const here = await openScene();
        const me = here.people[column];
        const attempt = await prepare(address, here, me);
        const { body } = await asAdmin(`POST /admin/impersonate/${me.id}`);
        const answer = await make(address, attempt, { token: body.access_token });
        const cell = cellOf(address, column);
        const refusal = refusalOf(cell);
        const lines = expectedLines(address, answer.status < 300);
        expect({ address, lines: await linesOf(me) }).toEqual({ address, lines });
        if (OWN[address]) expect(answer).toMatchObject({ status: 403, body: { detail: OWN[address] } });
        else if (refusal) expectRefusal(answer, address, refusal);
        else {
          await expectSuccess(answer, address, { cell, attempt, here, me });
          if (!address.startsWith('GET ')) closeScene();
        }
      }
    },
  );
});

describe('the platform admin', () => {
  test.each([
    ['a wrong password', { admin: 'not the password' }],
    ['the password in other letters', { admin: ADMIN_PASSWORD.toUpperCase() }],
    ['the start of the password', { admin: ADMIN_PASSWORD.slice(0, -1) }],
    ['the password and more', { admin: `${ADMIN_PASSWORD}x` }],
    ['an empty password', { headers: { 'x-admin-password': '' } }],
    ['the password as a token', { token: ADMIN_PASSWORD }],
    ['the password twice', { headers: { 'x-admin-password': `${ADMIN_PASSWORD}, ${ADMIN_PASSWORD}` } }],
  ])('is not a caller with %s', async (_what, credentials) => {
    const here = await openScene();
    for (const address of ADDRESSES) {
      const { access } = api[address];
      if (access !== 'platformAdmin' && access !== 'schoolManager') continue;
      const answer = await make(address, await prepare(address, here), credentials);
      // Where a school admin may call, a token is looked at first.
      expectRefusal(answer, address, access === 'schoolManager' && 'token' in credentials ? 401 : 403);
    }
  });

  test("with a student's token is also that student, and nothing more", async () => {
    const { people } = await openScene();
    const both = { admin: ADMIN_PASSWORD, token: people.student_self.token };
    expect((await server().call('GET /admin/schools', both)).status).toBe(200);
    expect((await server().call('GET /users/me', both)).body.id).toBe(people.student_self.id);
    expectRefusal(await server().call('GET /teachers/students', both), 'GET /teachers/students', 403);
  });

  test('does not find people in the wrong school', async () => {
    const { schoolId, people } = await openScene();
    const { teacher_of_student: teacher, teacher_other: strange, student_self: student } = people;
    const stranger = people.student_other;
    const school = `/admin/schools/${schoolId}`;
    const before = (await asAdmin(`GET ${school}/users-and-classes`)).body;
    const assign = (by: Person, whom: Person) =>
      asAdmin(`POST ${school}/classes`, { teacher_email: by.email, student_emails: [whom.email] });
    const answers = [
      await asAdmin(`POST ${school}/users/${stranger.id}/role`, { role: 'teacher' }),
      await asAdmin(`DELETE ${school}/classes/${strange.id}/${stranger.id}`),
      await assign(teacher, stranger),
      await assign(strange, student),
      await asAdmin(`POST ${school}/teachers`, {
        teacher: { username: 'nobody', email: 'nobody@example.org' },
        student_emails: [stranger.email],
      }),
      ...(await Promise.all(
        ['archive', 'archive/undo', 'export', 'classes/end', 'passwords'].map((act) =>
          asAdmin(`POST ${school}/${act}`, { user_ids: [student.id, stranger.id] }),
        ),
      )),
      await asAdmin(`POST ${school}/roles`, { user_ids: [student.id, stranger.id], role: 'teacher' }),
      await asAdmin(`POST ${school}/classes/restore`, {
        pairs: [{ teacher_id: strange.id, student_id: stranger.id }],
      }),
      await asAdmin(`POST ${school}/groups`, { name: 'Group', user_ids: [stranger.id] }),
      await asAdmin(`POST ${school}/groups/members`, { user_ids: [stranger.id], add: [], remove: [] }),
      await asAdmin(`PUT ${school}/groups/2147483647`, { name: 'Group' }),
      await asAdmin('GET /admin/schools/2147483647/users-and-classes'),
      await asAdmin('GET /admin/schools/2147483647/archived'),
      await asAdmin('GET /admin/schools/2147483647/groups'),
      await asAdmin('GET /admin/schools/2147483647/settings'),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await asAdmin(`GET ${school}/users-and-classes`)).body).toEqual(before);
  });
});
