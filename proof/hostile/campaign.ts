import fc from 'fast-check';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ADDRESSES, type Address, api } from '../../contract/index.ts';
import { type Caller, mayCall } from '../../domain/permissions.ts';
import { COLUMNS, type Column, signIn } from '../../server/testing/rights.ts';
import { ATTEMPTS, createScene, type Scene } from '../../server/testing/scene.ts';
import { ADMIN_PASSWORD, type TestServer } from '../../server/testing/server.ts';
import { callOf, judge } from './judge.ts';
import { REQUEST_MUTATIONS } from './mutate-request.ts';
import { type Mutation, VALUE_MUTATIONS } from './mutate-value.ts';
import { type HostileRequest, render } from './request.ts';
import { send } from './send.ts';
import { UPLOADS, type UploadPlan } from './upload-bodies.ts';

/**
 * Takes calls that are right (server/testing/scene.ts), changes them by chance, sends them and judges every answer. The
 * same seed makes the same requests; what fails is made smaller until only what matters is left.
 */

/** A request in words: enough to send it again, and to read it. */
interface Plan {
  address: Address;
  caller: string;
  upload: UploadPlan;
  /** In this order. Without any the request is as it should be. */
  mutations: Mutation[];
}

export interface Report {
  requests: number;
  /** How often each status was answered; 'none' where the connection was closed without an answer. */
  statuses: Map<string, number>;
  /** Calls that never once succeeded: what stands behind them was not tried. */
  neverReached: Address[];
  /** What failed first, made small, with the seed and the path to it; undefined when nothing did. */
  failure: string | undefined;
}

/** So many at once, so that they meet each other too. */
const AT_ONCE = 8;

/** Calls after which somebody may be gone. */
const DEADLY: readonly Address[] = [
  'POST /logout',
  'POST /users/me/password',
  'POST /password/reset',
  'DELETE /users/me/sessions',
  'DELETE /users/me/sessions/{id}',
  'POST /schooladmin/users/{id}/password/link',
  'POST /admin/users/{id}/password/link',
  'POST /schooladmin/users/{id}/password',
  'DELETE /schooladmin/users/{id}',
  'POST /admin/users/{id}/password',
  'DELETE /users/me',
  'DELETE /users/me/share-pages/{id}',
  'DELETE /users/me/teachers/{id}',
  'DELETE /teachers/students/{id}',
  'PUT /admin/users/{id}',
  'DELETE /admin/users/{id}',
  'POST /admin/schools/{schoolId}/archive',
  'POST /admin/schools/{schoolId}/users/{userId}/role',
  'POST /admin/schools/{schoolId}/roles',
  'POST /admin/schools/{schoolId}/passwords',
  'POST /admin/schools/{schoolId}/classes/end',
  'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}',
];

const roleOf = (column: Column): Caller => {
  if (column === 'anonymous' || column === 'platform_admin') return column;
  if (column.startsWith('student')) return 'student';
  return column.startsWith('teacher') ? 'teacher' : 'school_admin';
};

/** Who sends requests, and as what the server may take them. */
const CALLERS: Record<string, Caller[]> = {
  ...Object.fromEntries(COLUMNS.map((column) => [column, [roleOf(column)]])),
  'platform admin logged in as a student': ['platform_admin', 'student'],
  'platform admin viewing as a student': ['student'],
  'somebody who logged out': ['anonymous'],
  'somebody with a made-up token': ['anonymous'],
};
const MADE_UP_TOKEN = 'A'.repeat(43);

const mutation: fc.Arbitrary<Mutation> = fc.record({
  name: fc.constantFrom(...Object.keys(VALUE_MUTATIONS), ...Object.keys(REQUEST_MUTATIONS)),
  n: fc.nat(10_000),
  m: fc.nat(10_000),
  value: fc.jsonValue({ maxDepth: 2 }),
});

// A third is right in everything: what is never let in never gets to where the harm is.
const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
  { arbitrary: fc.constant<Mutation[]>([]), weight: 1 },
  { arbitrary: fc.array(mutation, { minLength: 1, maxLength: 3 }), weight: 2 },
);

/** Requests to every call alike. Callers who may make it are likelier than the others. */
const plans: fc.Arbitrary<Plan> = fc.oneof(
  ...ADDRESSES.map((address) => {
    const { access }: Endpoint = api[address];
    const may = (name: string) => CALLERS[name]?.some((caller) => mayCall(caller, access)) ?? false;
    const names = Object.keys(CALLERS);
    const [admitted, others] = [names.filter(may), names.filter((name) => !may(name))];
    return fc.record({
      address: fc.constant(address),
      caller: fc.oneof(
        { arbitrary: fc.constantFrom(...(admitted.length > 0 ? admitted : names)), weight: 4 },
        { arbitrary: fc.constantFrom(...(others.length > 0 ? others : names)), weight: 1 },
      ),
      upload: UPLOADS,
      mutations,
    });
  }),
);

/** The people whom requests come from and name, made again when one of them may be gone. */
const createPeople = (server: TestServer) => {
  const callers = new Map<string, Caller>();
  let scene: Scene | undefined;
  let number = 0;

  const tokenOf = async (caller: string, { people }: Scene): Promise<string | undefined> => {
    const student = people.student_self;
    const open = async () => (await signIn(server, 'student_self', { people } as Scene)).credentials.token;
    switch (caller) {
      case 'platform admin logged in as a student':
        return open();
      case 'platform admin viewing as a student':
        return (await server.call(`POST /admin/impersonate/${student.id}`, { admin: ADMIN_PASSWORD })).body
          .access_token;
      case 'somebody who logged out': {
        const token = await open();
        await server.call('POST /logout', { token });
        return token;
      }
      case 'somebody with a made-up token':
        return MADE_UP_TOKEN;
      default:
        return (await signIn(server, caller as Column, { people } as Scene)).credentials.token;
    }
  };

  return {
    callerOfToken: (token: string) => callers.get(token),
    forget: () => {
      scene = undefined;
    },
    prepare: async ({ address, caller, upload, mutations: changes }: Plan): Promise<HostileRequest> => {
      scene ??= await createScene(server);
      const token = await tokenOf(caller, scene);
      const role = CALLERS[caller]?.find((one) => one !== 'platform_admin' && one !== 'anonymous');
      if (token !== undefined && role) callers.set(token, role);
      const me = Object.entries(scene.people).find(([name]) => name === caller)?.[1];
      const attempt = await ATTEMPTS[address]({ server, scene, me, unique: `hostile${(number += 1)}` });
      const credentials: [string, string][] = [
        ...(caller.startsWith('platform admin v') || !caller.startsWith('platform')
          ? []
          : [['x-admin-password', ADMIN_PASSWORD] as [string, string]]),
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as [string, string]]),
        ...Object.entries(attempt.headers ?? {}),
      ];
      return render(address, attempt, { credentials, upload, mutations: changes });
    },
  };
};

/** What there is only where mail is on, which it is not here. */
const WITH_MAIL: readonly Address[] = [
  'POST /schooladmin/users/{id}/password/link',
  'POST /admin/users/{id}/password/link',
];

export const runCampaign = async (
  server: TestServer,
  { seed, requests, path }: { seed: number; requests: number; path?: string | undefined },
): Promise<Report> => {
  const people = createPeople(server);
  const statuses = new Map<string, number>();
  const reached = new Set<Address>();
  const progress = { sent: 0 };

  const attack = async (request: HostileRequest): Promise<string | undefined> => {
    const { draft, bytes } = request;
    const outcome = await send(server.url, {
      bytes,
      method: draft.method,
      isIncomplete: draft.framing === 'too long',
      cutAt: draft.cutAt,
    });
    progress.sent += 1;
    const status = typeof outcome === 'string' ? outcome : String(outcome.status);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const address = callOf(draft.method, draft.path);
    const isSuccess =
      typeof outcome === 'object' &&
      (outcome.status < 300 || (outcome.status === 302 && address && api[address].response === 'redirect'));
    if (address && isSuccess) reached.add(address);
    // Of what was cut off nobody knows how far it came.
    if (address && DEADLY.includes(address) && (isSuccess || outcome === 'none')) people.forget();
    const fault = judge(request, outcome, people.callerOfToken);
    return fault && `${fault}\n${bytes.toString('latin1').slice(0, 1500)}`;
  };

  const property = fc.asyncProperty(
    fc.array(plans, { minLength: 1, maxLength: AT_ONCE, size: 'max' }),
    async (batch) => {
      const ready: HostileRequest[] = [];
      for (const plan of batch) ready.push(await people.prepare(plan));
      const faults = await Promise.all(ready.map(attack));
      const fault = faults.find((one) => one !== undefined);
      if (fault) throw new Error(fault);
    },
  );

  let failure: string | undefined;
  // The length of a batch is up to chance too, so the number of batches is not known before.
  for (let round = 0; progress.sent < requests && failure === undefined; round += 1) {
    const outcome = await fc.check(property, {
      seed: seed + round,
      numRuns: Math.ceil((requests - progress.sent) / AT_ONCE),
      ...(path !== undefined && { path }),
      endOnFailure: false,
    });
    if (outcome.failed) {
      const fault = outcome.errorInstance instanceof Error ? outcome.errorInstance.message : 'interrupted';
      failure = `${fault}\n\n${await fc.asyncDefaultReportMessage(outcome)}`;
    }
    if (path !== undefined) break;
  }
  return {
    requests: progress.sent,
    statuses,
    neverReached: ADDRESSES.filter((one) => !reached.has(one) && !WITH_MAIL.includes(one)),
    failure,
  };
};
