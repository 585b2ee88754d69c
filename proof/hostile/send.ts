import { connect } from 'node:net';

/** An answer as it came over the line. */
export interface Answer {
  status: number;
  headers: Map<string, string>;
  body: Buffer;
}

/** 'none' when the line was closed without one, 'late' when nobody closed it. */
export type Outcome = Answer | 'none' | 'late';

const LATE_MS = 30_000;
const BLANK_LINE = '\r\n\r\n';

const joinChunks = (bytes: Buffer): Buffer | undefined => {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    if (end === -1) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16);
    if (Number.isNaN(size)) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    if (end + 2 + size > bytes.length) return undefined;
    chunks.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
};

/** The first answer that is not a mere 'go on'; undefined while it is not all there. */
const readAnswer = (bytes: Buffer, method: string): Answer | undefined => {
  const end = bytes.indexOf(BLANK_LINE);
  if (end === -1) return undefined;
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1]);
  const rest = bytes.subarray(end + BLANK_LINE.length);
  if (status < 200) return readAnswer(rest, method);
  const headers = new Map(
    lines.map((line) => {
      const [name = '', value = ''] = line.split(/: ?(.*)/s);
      return [name.toLowerCase(), value];
    }),
  );
  if (method === 'HEAD' || status === 204 || status === 304) return { status, headers, body: rest };
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = joinChunks(rest);
    return body && { status, headers, body };
  }
  const length = Number(headers.get('content-length') ?? rest.length);
  return rest.length < length ? undefined : { status, headers, body: rest.subarray(0, length) };
};

export interface Sending {
  bytes: Buffer;
  method: string;
  /** It promises more than it holds: the server is not to wait for the rest. */
  isIncomplete: boolean;
  /** Sends so many thousandths of it and hangs up. */
  cutAt: number | undefined;
}

/** Sends these very bytes on a line of their own. */
export const send = (url: string, { bytes, method, isIncomplete, cutAt }: Sending): Promise<Outcome> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const pieces: Buffer[] = [];
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      if (cutAt !== undefined) {
        socket.write(bytes.subarray(0, Math.floor((bytes.length * cutAt) / 1000)), () => finish('none'));
      } else if (isIncomplete) socket.end(bytes);
      else socket.write(bytes);
    });
    const finish = (outcome: Outcome) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => finish('late'), LATE_MS);
    const answer = () => readAnswer(Buffer.concat(pieces), method);
    socket.on('data', (piece) => {
      pieces.push(piece);
      // The other side may keep the line open, as it is told to by some of what is sent.
      const whole = answer();
      if (whole) finish(whole);
    });
    socket.on('end', () => finish(answer() ?? 'none'));
    socket.on('close', () => finish(answer() ?? 'none'));
    // Hung up on while still sending: what came before counts.
    socket.on('error', () => finish(answer() ?? 'none'));
  });
