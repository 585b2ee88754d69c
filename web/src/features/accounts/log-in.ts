import {
  ADMIN_LOGIN_REFUSED,
  ARCHIVED,
  LOGIN_REFUSED,
  ONLY_SCHOOL_SIGN_IN,
  TEACHER_REQUIRED,
} from '../../../../domain/messages.ts';
import { call } from '../../api/call.ts';
import { ConnectionError } from '../../api/errors.ts';
import { detailOf, Refused, statusOf } from '../../api/failure.ts';
import { textOf } from '../../api/useSubmit.ts';
import { promiseMeanwhile } from '../../guest/handover.ts';
import { enterPlatformAdmin, enterSchoolAdmin } from '../../session/admins.ts';
import { enter } from '../../session/session.ts';
import { keepGiven } from './change-password.ts';

/** The four logins, for their pages and for logging in again in the middle of something. */

interface LogIn {
  send: (form: FormData) => Promise<void>;
  /** What is said of a failure. */
  sentence: (error: unknown) => string;
}

export type Role = 'student' | 'teacher' | 'schoolAdmin' | 'platformAdmin';

const credentials = (form: FormData) => ({
  username: textOf(form, 'username').trim(),
  password: textOf(form, 'password'),
});

/** What the server says of a right password that opens nothing. */
const CLOSED = [ONLY_SCHOOL_SIGN_IN, ARCHIVED];

/** Says so when the server could not be reached, or the school closed the account, instead of blaming the password. */
async function checked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConnectionError)
      throw new Refused('Tickmark cannot be reached. Your password was not checked.', { cause: error });
    const closed = CLOSED.find((words) => words === detailOf(error));
    if (closed !== undefined) throw new Refused(closed, { cause: error });
    throw error;
  }
}

const keepIfGiven = ({ must_change_password }: { must_change_password: boolean }, form: FormData): void =>
  keepGiven(must_change_password ? credentials(form).password : undefined);

/** Nor is it to blame when the server is in trouble. */
const unlessInTrouble = (sentence: string) => (error: unknown) =>
  (statusOf(error) ?? 0) >= 500 ? 'Your password was not checked.' : sentence;

export const LOG_IN: Record<Role, LogIn> = {
  student: {
    async send(form) {
      const answer = await promiseMeanwhile(
        checked(call('POST /token', { as: 'nobody', form: credentials(form) })),
      );
      keepIfGiven(answer, form);
      await enter(answer.access_token, { bringsGuestWork: true });
    },
    sentence: unlessInTrouble('Failed to log in. Please check your credentials.'),
  },
  teacher: {
    async send(form) {
      const answer = await checked(
        call('POST /token', {
          as: 'nobody',
          query: { login_type: 'teacher' },
          form: credentials(form),
        }),
      );
      keepIfGiven(answer, form);
      await enter(answer.access_token);
    },
    sentence: (error) => {
      const status = statusOf(error);
      if (status === 403) return TEACHER_REQUIRED;
      if (status === 401) return LOGIN_REFUSED;
      return 'Login failed. Please try again.';
    },
  },
  schoolAdmin: {
    async send(form) {
      const answer = await checked(
        call('POST /schooladmin/login', { as: 'nobody', json: credentials(form) }),
      );
      keepIfGiven(answer, form);
      enterSchoolAdmin(answer.access_token, { mustChoosePassword: answer.must_change_password });
    },
    sentence: unlessInTrouble('Invalid credentials'),
  },
  platformAdmin: {
    async send(form) {
      const { password } = credentials(form);
      await checked(call('POST /admin/login', { as: 'nobody', json: { password } }));
      enterPlatformAdmin(password);
    },
    sentence: (error) => {
      const refusal = statusOf(error) === 403 ? ADMIN_LOGIN_REFUSED : undefined;
      return detailOf(error) ?? refusal ?? 'Error trying to login - please try again';
    },
  },
};
