import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { DETAILS } from '../../contract/errors.ts';
import { type Address, api } from '../../contract/index.ts';
import { openSession } from '../http/session.ts';
import { inProject } from '../root.ts';
import type { Person } from './people.ts';
import { ATTEMPTS, type Attempt, createScene, PERSON_NAMES, type PersonName, type Scene } from './scene.ts';
import {
  ADMIN_PASSWORD,
  type Answer,
  type Request,
  startTestServer,
  type TestServer,
  WITH_MAIL,
} from './server.ts';

/** contract/rights.csv, and calls to compare with it. */

export type Column = 'anonymous' | PersonName | 'platform_admin';

const [head = '', ...lines] = readFileSync(inProject('contract', 'rights.csv'), 'utf8').trim().split('\n');
const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim());

export const COLUMNS = cellsOf(head).slice(2) as Column[];

/** `{sid}` and `{schoolId}` name the same place. */
export const shapeOf = (address: string) => address.replace(/\{\w+\}/g, '{}');
export const ROWS: readonly { shape: string; cells: string[] }[] = lines.map((line) => {
  const [method = '', path = '', ...cells] = cellsOf(line);
  return { shape: shapeOf(`${method} ${path}`), cells };
});
export const cellOf = (address: Address, column: Column): string =>
  ROWS.find(({ shape }) => shape === shapeOf(address))?.cells[COLUMNS.indexOf(column)] ?? '';
/** The status of a refusal; undefined for what is allowed. */
export const refusalOf = (cell: string): number | undefined =>
  /^40[134]$/.test(cell) ? Number(cell) : undefined;

export const successOf = (address: Address): number => {
  const { response }: Endpoint = api[address];
  if (response === 'redirect') return 302;
  return response === null ? 204 : 200;
};

/** The words of a refusal are the same for everybody. */
export const expectRefusal = ({ status, body }: Answer, address: Address, wanted: number): void => {
  const { access } = api[address];
  const isForAdmins = access === 'platformAdmin' || access === 'schoolManager';
  const forbidden = isForAdmins ? DETAILS.wrongAdminPassword : DETAILS.forbidden;
  const details: Record<number, string> = { 401: DETAILS.notLoggedIn, 403: forbidden, 404: DETAILS.notFound };
  expect({ address, status, body }).toEqual({ address, status: wanted, body: { detail: details[wanted] } });
};

/** An answer names nobody of the other school. */
const expectNoStranger = ({ body }: Answer, { people }: Scene, me: Person): void => {
  const isOther = (name: PersonName | undefined) => name?.endsWith('other');
  const mine = PERSON_NAMES.find((name) => people[name].id === me.id);
  const text = JSON.stringify(body ?? '');
  for (const name of PERSON_NAMES.filter((one) => isOther(one) !== isOther(mine))) {
    expect(text).not.toContain(`"${people[name].username}"`);
    expect(text).not.toContain(people[name].email);
  }
};

/** The call, with its parameters filled in. */
export const makeAttempt = (
  server: TestServer,
  address: Address,
  { params, query, ...attempt }: Attempt,
  credentials: Request,
  { asHead = false } = {},
): Promise<Answer> => {
  const { method, path } = splitAddress(address);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]));
  const target = `${asHead ? 'HEAD' : method} ${filled}${query ? `?${query}` : ''}`;
  return server.call(target, { ...attempt, ...credentials });
};

/** A session of its own: ending it is one of the calls. */
export const signIn = async (
  server: TestServer,
  column: Column,
  { people }: Scene,
): Promise<{ me?: Person; credentials: Request }> => {
  if (column === 'anonymous') return { credentials: {} };
  if (column === 'platform_admin') return { credentials: { admin: ADMIN_PASSWORD } };
  return { me: people[column], credentials: { token: await openSession(server.db, people[column]) } };
};

/** The calls of a test file, on a server of its own. */
export const rightsTools = () => {
  let server: TestServer;
  let folder: string;
  let number = 0;
  let scene: Scene | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rights-'));
    server = await startTestServer({ environment: { ...WITH_MAIL, DATA_DIR: folder } });
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  const prepare = (address: Address, here: Scene, me?: Person): Attempt | Promise<Attempt> => {
    number += 1;
    return ATTEMPTS[address]({ server, scene: here, me, unique: `new${number}` });
  };
  const make = (address: Address, attempt: Attempt, credentials: Request, options?: { asHead?: boolean }) =>
    makeAttempt(server, address, attempt, credentials, options);

  return {
    server: () => server,
    prepare,
    make,
    /** The scene that is there, or a new one. */
    openScene: async (): Promise<Scene> => {
      scene ??= await createScene(server);
      return scene;
    },
    /** The next caller finds things as they were. */
    closeScene: (): void => {
      scene = undefined;
    },
    credentialsOf: (column: Column, here: Scene) => signIn(server, column, here),
    /** What the table says about a call that it allows. */
    expectSuccess: async (
      answer: Answer,
      address: Address,
      {
        cell = '',
        attempt = {},
        here,
        me,
      }: { cell?: string; attempt?: Attempt; here?: Scene; me?: Person | undefined } = {},
    ): Promise<void> => {
      expect({ address, status: answer.status }, JSON.stringify(answer.body)).toEqual({
        address,
        status: successOf(address),
      });
      if (here && me) expectNoStranger(answer, here, me);
      if (cell === '200e') expect(answer.body).toEqual({ files: [] });
      if (cell !== 'SIG') return;
      const change = (text: string) => (text.endsWith('A') ? 'signature=B' : 'signature=A');
      for (const query of [attempt.query?.replace(/signature=./, change) ?? '', '']) {
        expectRefusal(await make(address, { ...attempt, query }, {}), address, 404);
      }
    },
  };
};
