/** One call to the product, which may be dying. */

export interface Answered {
  status: number;
  // Whoever asks knows what an answer looks like.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  ms: number;
}

export interface Sent {
  token?: string | undefined;
  admin?: string | undefined;
  json?: unknown;
  form?: FormData | undefined;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** Longer than anything may take: what is not answered by then is not answered at all. */
const PATIENCE_MS = 60_000;

/** Calls `METHOD /path` below `/api`. Undefined when the line broke before the answer was there. */
export const call = async (base: string, address: string, sent: Sent = {}): Promise<Answered | undefined> => {
  const [method = 'GET', path = ''] = address.split(/ (.*)/s);
  const began = performance.now();
  try {
    const answer = await fetch(`${base}${path.startsWith('//') ? path.slice(1) : `/api${path}`}`, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(sent.json !== undefined && { 'content-type': 'application/json' }),
        ...(sent.token && { authorization: `Bearer ${sent.token}` }),
        ...(sent.admin && { 'x-admin-password': sent.admin }),
      },
      ...(sent.json !== undefined && { body: JSON.stringify(sent.json) }),
      ...(sent.form && { body: sent.form }),
    });
    return { status: answer.status, body: parse(await answer.text()), ms: performance.now() - began };
  } catch {
    return undefined;
  }
};

/** As `call`, where nothing but success will do. */
export const must = async (base: string, address: string, sent: Sent = {}): Promise<Answered> => {
  const answer = await call(base, address, sent);
  if (answer && answer.status < 300) return answer;
  throw new Error(
    `${address} answered ${answer ? `${answer.status} ${JSON.stringify(answer.body)}` : 'nothing'}`,
  );
};

export const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
