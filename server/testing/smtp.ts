import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A real mail server in this process, which answers as a test wants. */

/** What it does with the next mails; by default it takes them. */
type Manners =
  | 'takes'
  /** Says nothing any more, once it has the mail. */
  | 'hangs'
  /** Like a server that is always about to answer: a byte now and then. */
  | 'dribbles'
  /** Cuts the line in the middle of the mail. */
  | 'dies'
  | { refuses: 'login' | 'sender' | 'recipient' | 'message'; code: number; words: string };

interface Received extends Email {
  envelope: { from: string; to: string[] };
}

export interface TestSmtp {
  /** For SMTP_URL; with a login if there is one. */
  url: string;
  received: Received[];
  behave(manners: Manners): void;
  /** How many lines were opened. */
  connections(): number;
  stop(): Promise<void>;
}

export const startSmtp = async ({
  login,
  encrypts = false,
}: {
  login?: { user: string; password: string };
  /** Offers STARTTLS, with a certificate that nobody has signed. */
  encrypts?: boolean;
} = {}): Promise<TestSmtp> => {
  let manners: Manners = 'takes';
  let connections = 0;
  const sockets = new Set<Socket>();
  const received: Received[] = [];
  const refusal = (of: 'login' | 'sender' | 'recipient' | 'message'): Error | null =>
    typeof manners === 'object' && manners.refuses === of
      ? Object.assign(new Error(manners.words), { responseCode: manners.code })
      : null;

  const server = new SMTPServer({
    logger: false,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disabledCommands: encrypts ? [] : ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === login?.user && password === login?.password;
      done(refusal('login') ?? (isRight ? null : new Error('Wrong password')), { user: username ?? '' });
    },
    onMailFrom: (_address, _session, done) => done(refusal('sender')),
    onRcptTo: (_address, _session, done) => done(refusal('recipient')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      if (manners === 'dies') for (const socket of sockets) socket.destroy();
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (manners === 'hangs' || manners === 'dies') return;
        if (manners === 'dribbles') {
          for (const socket of sockets) dribble(socket);
          return;
        }
        const fault = refusal('message');
        if (fault) return done(fault);
        const { mailFrom, rcptTo } = session.envelope;
        const envelope = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
        };
        const keep = async () => {
          received.push({ ...(await PostalMime.parse(Buffer.concat(chunks))), envelope });
          done(null, 'queued as 7A3');
        };
        void keep();
      });
    },
  });
  // A client that goes away is what some tests are about.
  server.on('error', () => {});
  server.server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${login ? `${login.user}:${login.password}@` : ''}127.0.0.1:${port}`,
    received,
    behave: (next) => {
      manners = next;
    },
    connections: () => connections,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};

const dribble = (socket: Socket): void => {
  socket.write('250-');
  const timer = setInterval(() => socket.write('.'), 50);
  socket.on('close', () => clearInterval(timer));
};
