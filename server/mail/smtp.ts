import { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { emailProblem } from '../../domain/accounts.ts';
import type { MailServer, MailSettings } from '../config.ts';
import type { Letter } from './frame.ts';

/** Hands one mail over to the mail server, and says in words what became of it. */

export interface SmtpLimits {
  connectMs: number;
  /** From the connection to the server's first words. */
  greetingMs: number;
  /** The longest silence after that. */
  silenceMs: number;
  /** All of it: a server that dribbles is never silent. */
  wholeMs: number;
}
export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 10_000,
  greetingMs: 15_000,
  silenceMs: 30_000,
  wholeMs: 90_000,
};

export interface Envelope {
  to: string;
  /** The same at every try, so that a receiver can recognise a mail that came twice. */
  messageId: string;
  letter: Letter;
}

/** Who or what stood in the way. */
export type Fault =
  | 'unknown host'
  | 'refused connection'
  | 'silence'
  | 'TLS'
  | 'login'
  | 'sender'
  | 'recipient'
  | 'message'
  | 'connection'
  | 'stopped';

interface Failure {
  isSent: false;
  fault: Fault;
  /** The server will never take this mail; everything else may be different later. */
  isFinal: boolean;
  /** The server's words or, where it said nothing, ours. */
  answer: string;
}

export type Outcome = { isSent: true; answer: string } | Failure;

/** What nodemailer says of a failure. */
interface SmtpError extends Error {
  code?: string;
  /** The system's code, where `code` is nodemailer's. */
  originalCode?: string;
  /** What we had said. */
  command?: string;
  response?: string;
  responseCode?: number;
}

const ANSWER_MAX = 300;
const cleaned = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(/\p{Bidi_Control}/gu, '')
    .trim()
    .slice(0, ANSWER_MAX);

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO|ERR_SSL|ERR_TLS/;

const faultOf = ({ code = '', originalCode = '', command = '', message }: SmtpError): Fault => {
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (command === 'DATA') return 'message';
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'login';
  if (code === 'ETLS' || command === 'STARTTLS' || CERTIFICATE.test(originalCode)) return 'TLS';
  if (code === 'EDNS' || originalCode === 'ENOTFOUND') return 'unknown host';
  if (originalCode === 'ECONNREFUSED') return 'refused connection';
  if (code === 'ETIMEDOUT' || /ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(originalCode)) return 'silence';
  return /wrong version number|SSL routines/i.test(message) ? 'TLS' : 'connection';
};

const OWN_WORDS: Record<Fault, string> = {
  'unknown host': 'The mail server was not found.',
  'refused connection': 'The mail server refuses the connection.',
  silence: 'The mail server does not answer.',
  TLS: 'The connection could not be encrypted.',
  login: 'The mail server refuses the login.',
  sender: 'The mail server refuses the sender.',
  recipient: 'The mail server refuses the recipient.',
  message: 'The mail server refuses the mail.',
  connection: 'The connection broke off.',
  stopped: 'Tickmark was stopped before the mail server answered.',
};

const failureOf = (error: SmtpError): Failure => {
  const fault = faultOf(error);
  const { response, responseCode = 0 } = error;
  const said = fault === 'TLS' ? `${OWN_WORDS.TLS} ${error.message}` : OWN_WORDS[fault];
  return {
    isSent: false,
    fault,
    // A login or a sender that is refused is our settings' fault and not the mail's: it is tried again.
    isFinal: responseCode >= 500 && (fault === 'recipient' || fault === 'message'),
    answer: cleaned(response ?? said),
  };
};

const transportOf = (
  { host, port, isSecure, mustEncrypt, login }: MailServer,
  socket: Socket,
  { connectMs, greetingMs, silenceMs }: SmtpLimits,
) =>
  createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: mustEncrypt,
    ...(login && { auth: { user: login.user, pass: login.password } }),
    socket,
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: greetingMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Whether the server can be reached and takes the login; undefined when it does. Sends nothing, and never throws. */
export const findMailFault = async (
  server: MailServer,
  limits = SMTP_LIMITS,
): Promise<Failure | undefined> => {
  const socket = new Socket();
  const timer = setTimeout(() => socket.destroy(), limits.wholeMs);
  try {
    await transportOf(server, socket, limits).verify();
    return undefined;
  } catch (error) {
    return failureOf(error as SmtpError);
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
};

/** Never throws. `signal` ends it at once. */
export const sendLetter = async (
  { server, from }: MailSettings,
  { to, messageId, letter }: Envelope,
  { limits = SMTP_LIMITS, signal }: { limits?: SmtpLimits; signal?: AbortSignal } = {},
): Promise<Outcome> => {
  // nodemailer reads an address like a header: it may name several people.
  if (emailProblem(to) !== undefined) {
    return { isSent: false, fault: 'recipient', isFinal: true, answer: 'This is not an e-mail address.' };
  }
  // Our own, to be able to end it: a mail that is taken to have failed must not arrive after all.
  const socket = new Socket();
  const whole = AbortSignal.timeout(limits.wholeMs);
  const ended = signal ? AbortSignal.any([whole, signal]) : whole;
  const end = () => socket.destroy();
  ended.addEventListener('abort', end, { once: true });
  try {
    const { response } = await transportOf(server, socket, limits).sendMail({
      from,
      to: { name: '', address: to },
      envelope: { from: from.address, to },
      messageId,
      ...letter,
      headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...letter.headers },
    });
    return { isSent: true, answer: cleaned(response) };
  } catch (error) {
    const failure = failureOf(error as SmtpError);
    if (!ended.aborted || failure.isFinal) return failure;
    const fault = signal?.aborted ? 'stopped' : 'silence';
    return { ...failure, fault, answer: OWN_WORDS[fault] };
  } finally {
    ended.removeEventListener('abort', end);
    socket.destroy();
  }
};
