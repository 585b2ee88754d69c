/** A well-meant call, for making and mending what is attacked. */

// Whoever asks knows what they asked for.
// oxlint-disable-next-line typescript/no-explicit-any
type Body = Record<string, any>;

interface Request {
  token?: string;
  json?: unknown;
  form?: URLSearchParams | FormData;
}

export interface Client {
  call: (address: string, request?: Request) => Promise<{ status: number; body: Body }>;
  /** The body of a success; anything else is an error. */
  must: (address: string, request?: Request) => Promise<Body>;
}

/** Without a token a call is the platform admin's. */
export const createClient = (url: string, adminPassword: string): Client => {
  const call: Client['call'] = async (address, { token, json, form } = {}) => {
    const [method = '', path = ''] = address.split(' ');
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token === undefined
          ? { 'x-admin-password': adminPassword }
          : { authorization: `Bearer ${token}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: form }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Body) };
  };
  return {
    call,
    must: async (address, request) => {
      const { status, body } = await call(address, request);
      if (status >= 300) throw new Error(`${address} answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
  };
};
