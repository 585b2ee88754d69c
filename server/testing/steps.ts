import { expect } from 'vitest';
import type { Person } from './people.ts';
import { ADMIN_PASSWORD, type TestServer } from './server.ts';

type Caller = Pick<Person, 'token'>;

/** What tests do through the API on their way to what they test: every call has to succeed. */
export const stepsOn = (server: () => TestServer) => {
  const call = async (address: string, request: { token: string } | { admin: string }, json?: unknown) => {
    const { status, body } = await server().call(address, { ...request, json });
    expect(status, `${address}: ${JSON.stringify(body)}`).toBeLessThan(300);
    return body;
  };
  const ok = ({ token }: Caller, address: string, json?: unknown) => call(address, { token }, json);
  return {
    ok,
    asAdmin: (address: string, json?: unknown) => call(address, { admin: ADMIN_PASSWORD }, json),
    takes: (student: Caller, ...subjects: string[]) => ok(student, 'POST /subjects', { subjects }),
    teaches: (teacher: Caller, ...subjects: string[]) => ok(teacher, 'POST /teachers/subjects', { subjects }),
    /** Returns the id of the link. */
    follow: async (teacher: Caller, { email }: Pick<Person, 'email'>): Promise<number> => {
      await ok(teacher, 'POST /teachers/students', { email, name: null });
      const { students } = await ok(teacher, 'GET /teachers/students');
      return students.find((one: { email: string }) => one.email === email).id;
    },
  };
};
