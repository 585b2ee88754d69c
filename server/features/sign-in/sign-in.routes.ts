import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Configuration } from 'openid-client';
import { emailDomain } from '../../../domain/accounts.ts';
import { deviceOf } from '../../../domain/device.ts';
import { minutesOf, RETENTION } from '../../../domain/retention.ts';
import type { Role } from '../../../domain/roles.ts';
import type { SignInProblem, TestStep } from '../../../domain/sign-in.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { NotFoundError } from '../../errors.ts';
import type { Handlers } from '../../http/answer.ts';
import { badRequest, HttpError, notFound } from '../../http/errors.ts';
import { openSession } from '../../http/session.ts';
import { getCredentials } from '../accounts/accounts.queries.ts';
import { checkPassword } from '../accounts/check-password.ts';
import { admit, create, decide, findWho, holdAddress, join, joinOnRequest } from './admit.ts';
import { judge } from './person.ts';
import { addressFor, claimsOf, discover, type Errand, isAllowedIssuer } from './provider.ts';
import { unseal } from './sealed.ts';
import {
  findAccount,
  findAttempt,
  findJoinCode,
  findSchoolWithSignIn,
  findSettings,
  forgetGeneratedPassword,
  getOffered,
  getSignInOf,
  insertJoinCode,
  insertSessionCode,
  type LastTest,
  type Purpose,
  rememberAttempt,
  type SignInRow,
  saveTest,
  takeJoinCode,
  takeSessionCode,
} from './sign-in.queries.ts';

const makeToken = (): string => randomBytes(32).toString('base64url');
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Ties what was sent away, and what comes back, to one browser. */
const COOKIE = 'tickmark-sign-in';
const TOO_OLD = 'This sign-in was used or is too old. Start again.';

const cookieOf = ({ headers }: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '')?.[1];

/** Where people are, for the addresses that are given to providers. */
export const redirectAddress = (publicUrl: string | undefined, request: FastifyRequest): string =>
  `${publicUrl ?? `${request.protocol}://${request.host}`}/sign-in/callback`;

const toPage = (fragment: Record<string, string>): string =>
  `/sign-in#${new URLSearchParams(fragment).toString()}`;
const problemPage = (problem: SignInProblem): string => toPage({ problem });
const adminPage = (schoolId: number): string => `/admin/schools/${schoolId}?tab=sign-in`;

/** What a test has found: the steps up to this one, which may have failed. */
const stepsTo = (last: TestStep, outcome: 'ok' | 'failed', detail: string | null): LastTest => {
  const all = ['provider', 'signed_in', 'domain', 'login'] as const;
  const at = all.indexOf(last);
  return all.map((step, index) => {
    if (index === at) return { step, outcome, detail };
    return { step, outcome: index < at ? 'ok' : 'not_reached', detail: null };
  });
};

/** In the provider's own words where it has some, for the platform admin; never a secret. */
const reasonOf = (error: unknown): string => {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error && parts.length < 3; at = at.cause) {
    const { error: word, error_description: words } = at as { error?: unknown; error_description?: unknown };
    parts.push([at.message, word, words].filter((part) => typeof part === 'string').join(' '));
  }
  return parts.join(': ').slice(0, 300) || 'unknown error';
};

export const signInRoutes = ({ db, settings, throttle, passwords, log }: Context) => {
  const isSecure = settings.publicUrl?.startsWith('https:') === true;
  const setCookie = (reply: FastifyReply, browser: string) =>
    reply.header(
      'set-cookie',
      `${COOKIE}=${browser}; Path=/api/sign-in; Max-Age=${minutesOf(RETENTION.sign_in_cookie) * 60}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    );

  /** Throws when the provider is not found, or not to be asked. */
  const openProvider = async (row: SignInRow): Promise<Configuration> => {
    if (!isAllowedIssuer(row.issuer, settings)) throw new Error('The issuer must be an https address.');
    const clientSecret = await unseal(db, row.school_id, row.client_secret);
    if (clientSecret === undefined) throw new Error('The client secret has to be typed again.');
    return discover({ issuer: row.issuer, clientId: row.client_id, clientSecret });
  };

  /** Where to send somebody. Remembers them until they are back in the same browser. */
  const sendAway = async (
    row: SignInRow,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { purpose, userId = null }: { purpose: Purpose; userId?: number | null },
  ): Promise<string> => {
    const provider = await openProvider(row);
    const errand: Errand = { state: makeToken(), nonce: makeToken(), verifier: makeToken() };
    const browser = cookieOf(request) ?? makeToken();
    const address = await addressFor(provider, errand, {
      redirectAddress: redirectAddress(settings.publicUrl, request),
      domain: row.kind === 'google' ? row.domain.slice(1) : undefined,
    });
    await rememberAttempt(db, {
      stateHash: hashOf(errand.state),
      browserHash: hashOf(browser),
      schoolId: row.school_id,
      purpose,
      userId,
      nonce: errand.nonce,
      verifier: errand.verifier,
    });
    setCookie(reply, browser);
    return address;
  };

  const away = (error: unknown): void => {
    // The user or the school was deleted in the meantime.
    if (error instanceof NotFoundError) throw error;
    log.warn({ err: error }, 'a school’s sign-in does not answer');
  };

  /** What has failed on the way back: the provider is away, or it did not let them in. */
  const failed = (error: unknown): SignInProblem => {
    const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
    const isAway = name === 'TypeError' || name === 'TimeoutError' || code === 'OAUTH_TIMEOUT';
    if (isAway) away(error);
    else log.warn({ err: error }, 'a school’s sign-in let somebody not in');
    return isAway ? 'away' : 'refused';
  };

  /** The end of a test: it says how far it came, and lets nobody in. */
  const noteTest = async (row: SignInRow, steps: LastTest): Promise<string> => {
    const hasPassed = steps.every(({ outcome }) => outcome === 'ok');
    await db.transaction(async (tx) => {
      const isNew = (await saveTest(tx, row, steps, hasPassed)) > 0 && hasPassed && row.tested_at === null;
      if (isNew)
        await writeAudit(tx, {
          actor: 'platform_admin',
          action: 'sign_in_changed',
          schoolId: row.school_id,
          details: { on: true },
        });
    });
    return adminPage(row.school_id);
  };

  const makeCode = (browser: string) => {
    const code = makeToken();
    return { code, hashes: { code: hashOf(code), browser: hashOf(browser) } };
  };
  const hashesOf = (request: FastifyRequest, code: string) => {
    const browser = cookieOf(request);
    if (browser === undefined) throw badRequest(TOO_OLD);
    return { code: hashOf(code), browser: hashOf(browser) };
  };

  const enter = async (
    tx: Queries,
    user: { id: number; role: Role; passwordHash?: string },
    schoolId: number,
    request: FastifyRequest,
  ) => {
    const device = deviceOf(request.headers['user-agent'] ?? '');
    const token = await openSession(tx, user, { refusal: () => badRequest(TOO_OLD), device });
    await forgetGeneratedPassword(tx, user.id);
    await writeAudit(tx, {
      actor: 'user',
      actorId: user.id,
      action: 'logged_in',
      schoolId,
      details: { by: 'school' },
    });
    return { access_token: token, role: user.role };
  };

  const school = (row: SignInRow) => ({
    id: row.school_id,
    domain: row.domain,
    joinsByDomain: row.joins_by_domain,
    makesStudents: row.makes_students,
  });

  return {
    'GET /sign-in/options': async () => {
      const { count, only_school } = await getOffered(db);
      return { mail: settings.mail !== undefined, school_sign_in: count > 0, only_school };
    },

    'GET /sign-in/schools': async ({ query, ip }) => {
      await throttle.hit('signIn', ip);
      const found = await findSchoolWithSignIn(db, emailDomain(query.email));
      return { school_id: found?.school_id ?? null };
    },

    'GET /sign-in/{schoolId}/start': async ({ params, ip, request, reply }) => {
      await throttle.hit('signIn', ip);
      const row = await findSettings(db, params.schoolId);
      if (!row || row.tested_at === null) return problemPage('off');
      try {
        return await sendAway(row, { request, reply }, { purpose: 'login' });
      } catch (error) {
        away(error);
        return problemPage('away');
      }
    },

    'GET /sign-in/callback': async ({ query, ip, request }) => {
      await throttle.hit('signIn', ip);
      const browser = cookieOf(request);
      const state = typeof query['state'] === 'string' ? query['state'] : '';
      const attempt = browser && (await findAttempt(db, hashOf(state), hashOf(browser)));
      const row = attempt && (await findSettings(db, attempt.school_id));
      if (!attempt || !row) return problemPage('stale');
      const isTest = attempt.purpose === 'test';

      let provider: Configuration;
      try {
        provider = await openProvider(row);
      } catch (error) {
        if (isTest) return noteTest(row, stepsTo('provider', 'failed', reasonOf(error)));
        away(error);
        return problemPage('away');
      }
      const arrival = new URL(redirectAddress(settings.publicUrl, request));
      arrival.search = new URL(request.url, 'http://localhost').search;
      let claims: Awaited<ReturnType<typeof claimsOf>>;
      try {
        claims = await claimsOf(provider, { state, ...attempt }, arrival);
      } catch (error) {
        if (isTest) return noteTest(row, stepsTo('signed_in', 'failed', reasonOf(error)));
        return problemPage(failed(error));
      }
      const judged = judge(row, claims);
      if ('got' in judged) {
        const detail = `got ${judged.got}, expected ${judged.expected}`;
        return isTest ? noteTest(row, stepsTo('domain', 'failed', detail)) : problemPage('foreign');
      }
      const { person } = judged;

      if (isTest) {
        const decision = decide(school(row), person, await findWho(db, person));
        const detail = {
          enter: () => 'account' in decision && `${decision.account.role}, joined`,
          join: () => 'account' in decision && `${decision.account.role} with this address`,
          ask: () =>
            'account' in decision && `${decision.account.role}, once the account’s password is given`,
          create: () => 'a new student',
          refuse: () =>
            'problem' in decision && decision.problem === 'archived'
              ? 'nobody, because the account is archived'
              : 'nobody, because the school has not added this address',
        }[decision.do]();
        const steps = stepsTo('login', 'ok', detail || null);
        const unproved = 'the provider does not vouch for addresses, so an account is joined by its password';
        return noteTest(
          row,
          person.isProved
            ? steps
            : steps.map((one) => (one.step === 'domain' ? { ...one, detail: unproved } : one)),
        );
      }
      if (attempt.purpose === 'join') {
        const who = { userId: attempt.user_id ?? 0, schoolId: row.school_id };
        const problem = await db.transaction((tx) => joinOnRequest(tx, person, who));
        return problem ? problemPage(problem) : toPage({ joined: '' });
      }
      return db.transaction(async (tx) => {
        const admitted = await admit(tx, school(row), person, settings.mail);
        if ('problem' in admitted) return problemPage(admitted.problem);
        const { code, hashes } = makeCode(browser);
        if ('userId' in admitted) {
          await insertSessionCode(tx, hashes, { userId: admitted.userId, schoolId: row.school_id });
          return toPage({ code });
        }
        const { userId, mayDisown } = admitted.ask;
        await insertJoinCode(tx, hashes, {
          user_id: userId,
          school_id: row.school_id,
          issuer: person.issuer,
          subject: person.subject,
          proved_email: person.isProved ? person.email : null,
        });
        return toPage({ join: code, ...(mayDisown && { disown: '' }) });
      });
    },

    'POST /sign-in/session': async ({ json, ip, request }) => {
      await throttle.hit('signIn', ip);
      const hashes = hashesOf(request, json.code);
      return db.transaction(async (tx) => {
        const user = await takeSessionCode(tx, hashes);
        if (!user) throw badRequest(TOO_OLD);
        return enter(tx, user, user.school_id, request);
      });
    },

    'POST /sign-in/join': async ({ json, ip, request }) => {
      await throttle.hit('signIn', ip);
      const hashes = hashesOf(request, json.code);
      const waiting = await findJoinCode(db, hashes);
      if (!waiting) throw badRequest(TOO_OLD);
      const { user_id: userId, school_id: schoolId, proved_email: provedEmail } = waiting;
      const { password } = json;
      const taken = () =>
        new HttpError(409, 'This account has been linked to someone else in the meantime. Ask your school.');

      if (password === null) {
        const row = await findSettings(db, schoolId);
        if (provedEmail === null || !row?.makes_students) throw notFound();
        return db.transaction(async (tx) => {
          await holdAddress(tx, provedEmail);
          await lockUsers(tx, [userId]);
          if (!(await takeJoinCode(tx, hashes))) throw badRequest(TOO_OLD);
          const person = { ...waiting, email: provedEmail, isProved: true };
          const account = await findAccount(tx, provedEmail, waiting.issuer);
          const isStill = account?.id === userId && account.can_lose && !account.is_joined;
          const made =
            isStill && (await create(tx, person, schoolId, { insteadOf: userId, mail: settings.mail }));
          if (!made) throw taken();
          return enter(tx, { id: made.id, role: 'student' }, schoolId, request);
        });
      }

      const { role, password_hash: passwordHash } = await getCredentials(db, userId);
      const attempt = { account: { userId }, passwordHash, password, ip };
      if (!(await checkPassword({ throttle, passwords }, attempt))) {
        throw new HttpError(401, 'The password is wrong.');
      }
      return db.transaction(async (tx) => {
        await holdAddress(tx, provedEmail);
        await lockUsers(tx, [userId]);
        if (!(await takeJoinCode(tx, hashes))) throw badRequest(TOO_OLD);
        const answer = await enter(tx, { id: userId, role, passwordHash }, schoolId, request);
        if (!(await join(tx, waiting, { userId, schoolId, provedEmail }))) throw taken();
        return answer;
      });
    },

    'GET /users/me/sign-in': async ({ user }) => getSignInOf(db, user.id),

    'POST /users/me/sign-in': async ({ user, request, reply }) => {
      const row = user.schoolId === null ? undefined : await findSettings(db, user.schoolId);
      if (!row || row.tested_at === null) throw notFound();
      try {
        const address = await sendAway(row, { request, reply }, { purpose: 'join', userId: user.id });
        return { address };
      } catch (error) {
        away(error);
        throw new HttpError(503, 'Your school’s sign-in does not answer.', { 'retry-after': '5' });
      }
    },

    'POST /admin/schools/{schoolId}/sign-in/test': async ({ params, request, reply }) => {
      const row = await findSettings(db, params.schoolId);
      if (!row) throw notFound();
      try {
        const address = await sendAway(row, { request, reply }, { purpose: 'test' });
        // A provider that does not know the client or the redirect address keeps whoever comes.
        await noteTest(row, stepsTo('signed_in', 'failed', 'nobody has signed in there yet'));
        return { address };
      } catch (error) {
        await noteTest(row, stepsTo('provider', 'failed', reasonOf(error)));
        return { address: null };
      }
    },
  } satisfies Handlers;
};
