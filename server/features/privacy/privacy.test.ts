import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { RETENTION } from '../../../domain/retention.ts';
import { inProject } from '../../root.ts';
import { createPerson, createSchool } from '../../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer, WITH_MAIL } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { setUpSignIn } from '../../testing/sign-in.ts';
import { stepsOn } from '../../testing/steps.ts';

const server = shareServer();
const { ok, asAdmin } = stepsOn(() => server);
const asked = (token?: string) => server.call('GET /privacy', { token });

describe('what an installation says of itself', () => {
  test('is what its settings are, and what the code keeps', async () => {
    expect((await asked()).body).toEqual({
      operator: null,
      mail: false,
      files: 'disk',
      kept: RETENTION,
      school: null,
    });
    const other = await startTestServer({
      environment: {
        ...WITH_MAIL,
        OPERATOR_NAME: 'Riverside Trust',
        OPERATOR_CONTACT: 'privacy@riverside.example',
        S3_ENDPOINT: 'http://127.0.0.1:1',
        S3_BUCKET: 'files',
        S3_REGION: 'eu-1',
        S3_ACCESS_KEY_ID: 'an id',
        S3_SECRET_ACCESS_KEY: 'a secret',
      },
    });
    const answer = await other.call('GET /privacy');
    await other.stop();
    expect(answer.body).toEqual({
      operator: { name: 'Riverside Trust', contact: 'privacy@riverside.example' },
      mail: true,
      files: 'object_store',
      kept: RETENTION,
      school: null,
    });
  });
});

describe('what a school has decided', () => {
  test('is told to its own people, whatever their role, and to nobody else', async () => {
    const schoolId = await createSchool(server.db);
    const otherId = await createSchool(server.db);
    for (const role of ['student', 'teacher', 'school_admin'] as const) {
      const own = (await asked((await createPerson(server.db, role, { schoolId })).token)).body.school;
      const others = (await asked((await createPerson(server.db, role, { schoolId: otherId })).token)).body
        .school;
      expect(own).toEqual({
        name: expect.any(String),
        joins_by_domain: true,
        share_pages: true,
        keeps_months: 6,
        sign_in: null,
      });
      expect(others.name).not.toBe(own.name);
    }
    expect((await asked((await createPerson(server.db, 'student')).token)).body.school).toBeNull();
    expect((await asked('no-token')).body.school).toBeNull();
    expect((await server.call('GET /privacy', { admin: ADMIN_PASSWORD })).body.school).toBeNull();
  });

  test('is what it has decided by now', async () => {
    const schoolId = await createSchool(server.db);
    const admin = await createPerson(server.db, 'school_admin', { schoolId });
    const { token } = await createPerson(server.db, 'student', { schoolId });
    await ok(admin, `PUT /admin/schools/${schoolId}/settings`, { share_pages: false });
    expect((await asked(token)).body.school).toMatchObject({ share_pages: false, sign_in: null });
    const switches = { joins_by_domain: false, share_pages: true, keeps_months: 24 };
    await ok(admin, `PUT /admin/schools/${schoolId}/settings`, switches);
    expect((await asked(token)).body.school).toMatchObject(switches);
    const json = {
      kind: 'google',
      client_id: 'a',
      client_secret: 'b',
      makes_students: false,
      only_sign_in: false,
    };
    await asAdmin(`PUT /admin/schools/${schoolId}/sign-in`, json);
    // Nobody has come through it yet.
    expect((await asked(token)).body.school).toMatchObject({ sign_in: null });
    await setUpSignIn(server.db, schoolId, { issuer: 'https://sign-in.example', onlySignIn: true });
    expect((await asked(token)).body.school).toMatchObject({
      sign_in: { only: true, makes_students: false },
    });
  });
});

test('the record of processing names every table of the database', async () => {
  const read = (...path: string[]) => readFile(inProject(...path), 'utf8');
  const named = new Set(
    [...(await read('docs', 'processing.md')).matchAll(/`([a-z_]+)`/g)].map(([, name]) => name),
  );
  const tables = [
    ...(await read('server', 'db', 'schema.sql')).matchAll(/^create (?:unlogged )?table (\w+)/gm),
  ];
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.map(([, name]) => name).filter((name) => !named.has(name))).toEqual([]);
});
