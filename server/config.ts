import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { emailProblem } from '../domain/accounts.ts';
import { USUAL_LAST_YEAR } from '../domain/last-year.ts';
import { storedTextProblem } from '../domain/text.ts';

/** Every setting of the product, read from the environment here and nowhere else. All are optional. */

const isNetwork = (text: string): boolean => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text);

/** With a user or a password in it nothing can be asked there, and whoever sees the address has them. */
const hasLogin = (address: string): boolean => {
  const { username, password } = new URL(address);
  return username !== '' || password !== '';
};

const webAddress = z
  .url({
    protocol: /^https?$/,
    error: 'must be a web address such as https://example.org',
    abort: true,
  })
  .refine((address) => !hasLogin(address), 'must have no user and no password in it');

/** Whether `pg` can read it. A socket's has no host: its folder is in `?host=`. */
const isDatabaseUrl = (text: string): boolean =>
  /^postgres(ql)?:\/\//.test(text) && URL.canParse(text.replace('@/', '@localhost/'));

const PLACEHOLDERS = ['changeme', 'change-me', 'password', 'your-password', 'secret', 'example'];

const S3_NAMES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

export const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/i;

/** Where mails are handed over. */
export interface MailServer {
  host: string;
  port: number;
  /** TLS from the first byte; otherwise by STARTTLS. */
  isSecure: boolean;
  /** STARTTLS is not only used where it is offered: a password never travels in the clear to another machine. */
  mustEncrypt: boolean;
  login: { user: string; password: string } | undefined;
}

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

const mailServer = z.string().transform((text, context): MailServer => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const host = url?.hostname.replace(/^\[(.*)\]$/, '$1') ?? '';
  const isSecure = url?.protocol === 'smtps:';
  const user = decoded(url?.username ?? '');
  const password = decoded(url?.password ?? '');
  const isPlain = url !== undefined && /^\/?$/.test(url.pathname) && url.search === '' && url.hash === '';
  const isWhole = user !== undefined && password !== undefined && (user === '') === (password === '');
  if (!isPlain || !isWhole || host === '' || !/^smtps?:$/.test(url.protocol)) {
    context.addIssue({
      code: 'custom',
      message:
        'must be like smtp://user:password@mail.example.org:587, or smtps:// for TLS from the start; special characters in the password are written as in addresses (@ is %40)',
    });
    return z.NEVER;
  }
  const login = user === '' ? undefined : { user, password };
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    mustEncrypt: !isSecure && login !== undefined && !LOOPBACK.test(host),
    login,
  };
});

const OPERATOR_NAME_MAX = 200;

/** Whom mails come from. */
export interface MailSender {
  name: string;
  address: string;
}

const mailSender = z.string().transform((text, context): MailSender => {
  const [, quoted, plain = '', bracketed] = /^(?:"([^"]*)"\s*|([^<"]*))<([^<>]*)>$/.exec(text.trim()) ?? [];
  const sender = { name: (quoted ?? plain).trim() || 'Tickmark', address: bracketed ?? text.trim() };
  if (emailProblem(sender.address) !== undefined || storedTextProblem(sender.name) !== undefined) {
    context.addIssue({
      code: 'custom',
      message: 'must be an address such as tickmark@example.org, or Tickmark <tickmark@example.org>',
    });
    return z.NEVER;
  }
  return sender;
});

/** Written out: a browser would also take `https:example.org` for one. */
const isWebAddress = (text: string) => /^https?:\/\//i.test(text) && webAddress.safeParse(text).success;
/** Whom to ask: an e-mail address or a web address. */
const contact = z
  .string()
  .trim()
  .max(500, 'must have at most 500 characters')
  .refine((text) => emailProblem(text) === undefined || isWebAddress(text), {
    error: 'must be an e-mail address, or a web address such as https://example.org/privacy',
  });

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a port number')
    .default(3000),
  // For this name the framework would open a second server of its own, which we could neither drain nor protect.
  HOST: z
    .string()
    .default('127.0.0.1')
    .transform((host) => (host.toLowerCase() === 'localhost' ? '127.0.0.1' : host)),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      isDatabaseUrl,
      'must be like postgres://user:password@database.example.org:5432/tickmark; special characters in the password are written as in addresses (@ is %40, / is %2F, # is %23)',
    )
    .optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .refine((text) => !PLACEHOLDERS.includes(text.toLowerCase()), 'is a placeholder: choose a real one')
    .optional(),
  PUBLIC_URL: webAddress.optional(),
  LAST_YEAR: z
    .string()
    .transform(Number)
    .refine((year) => Number.isInteger(year) && year >= USUAL_LAST_YEAR && year <= new Date().getFullYear(), {
      error: () => `must be a year from ${USUAL_LAST_YEAR} to ${new Date().getFullYear()}`,
    })
    .default(USUAL_LAST_YEAR),
  LANDING_URL: z
    .union([webAddress, z.string().startsWith('/')], {
      error:
        'must be a path, or a web address such as https://example.org, with no user and no password in it',
    })
    .default('/landing/'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isNetwork),
      'must be addresses or networks such as 10.0.0.0/8, with commas',
    )
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9._-]+$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SMTP_URL: mailServer.optional(),
  MAIL_FROM: mailSender.optional(),
  OPERATOR_NAME: z
    .string()
    .trim()
    .max(OPERATOR_NAME_MAX, `must have at most ${OPERATOR_NAME_MAX} characters`)
    .refine((text) => text !== '' && storedTextProblem(text) === undefined, 'must be a name')
    .optional(),
  OPERATOR_CONTACT: contact.optional(),
});

/** An object store, by path: `endpoint/bucket/name`. */
export interface S3Settings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface MailSettings {
  server: MailServer;
  from: MailSender;
  /** Where the links in mails lead, without a slash at the end. */
  linksTo: string;
}

export interface Settings {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  adminPassword: string | undefined;
  publicUrl: string | undefined;
  landingUrl: string;
  /** The last year that has papers to tick. */
  lastYear: number;
  logLevel: string;
  rateLimit: boolean;
  trustedProxies: string[] | undefined;
  metricsToken: string | undefined;
  /** Without it files are stored in `dataDir`. */
  s3: S3Settings | undefined;
  /** Without it nothing is mailed. */
  mail: MailSettings | undefined;
  /** Who runs this installation, and whom to ask about it. */
  operator: { name: string; contact: string } | undefined;
  /** Only for this machine. Only then may a school's sign-in be on it too, without encryption: for tests. */
  isLocal: boolean;
  /** Settings that are accepted but should be changed. */
  warnings: string[];
}

export class SettingsError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(
      `There ${faults.length === 1 ? 'is a problem' : 'are problems'} with the settings:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    );
    this.faults = faults;
  }
}

/** An empty setting counts as unset: `ADMIN_PASSWORD=` in a file means that nothing was chosen. */
const withoutEmpty = (env: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));

/** Half an object store is a mistake that should show at the start, not at the first upload. */
const missingS3 = (env: Record<string, unknown>): string[] => {
  const missing = S3_NAMES.filter((name) => env[name] === undefined);
  return missing.length === S3_NAMES.length
    ? []
    : missing.map((name) => `${name} is missing for the object store`);
};

/** Half of it would look like mail that works; and a link made of what a request calls us could lead anywhere. */
const missingMail = ({
  SMTP_URL: url,
  MAIL_FROM: from,
  PUBLIC_URL: publicUrl,
}: Record<string, unknown>): string[] => {
  if (url === undefined && from === undefined) return [];
  if (url !== undefined && from !== undefined)
    return publicUrl === undefined ? ['PUBLIC_URL is missing: the links in mails lead there'] : [];
  return [
    url === undefined ? 'SMTP_URL is missing: MAIL_FROM needs it' : 'MAIL_FROM is missing: SMTP_URL needs it',
  ];
};

/** Somebody without a way to reach them, or a way to nobody, answers no question. */
const missingOperator = ({
  OPERATOR_NAME: name,
  OPERATOR_CONTACT: contactOf,
}: Record<string, unknown>): string[] => {
  if ((name === undefined) === (contactOf === undefined)) return [];
  return [
    name === undefined
      ? 'OPERATOR_NAME is missing: OPERATOR_CONTACT needs it'
      : 'OPERATOR_CONTACT is missing: OPERATOR_NAME needs it',
  ];
};

/** What is wrong with a platform admin's password on this server; undefined when nothing is. */
export type JudgePassword = (password: string, publicUrl: string | undefined) => string | undefined;

/** Listens on this machine alone, under an address of this machine. */
const isLocal = ({
  HOST: host,
  PUBLIC_URL: publicUrl,
  TRUSTED_PROXIES: proxies,
}: Record<string, string | undefined>): boolean =>
  (publicUrl === undefined || (URL.canParse(publicUrl) && LOOPBACK.test(new URL(publicUrl).hostname))) &&
  proxies === undefined &&
  LOOPBACK.test(host ?? '127.0.0.1');

/** A weak password is an error where others can reach the server, and a warning where they cannot. */
const checkAdminPassword = (
  given: Record<string, string | undefined>,
  judge: JudgePassword,
): { faults: string[]; warnings: string[] } => {
  const { ADMIN_PASSWORD: password, PUBLIC_URL: publicUrl } = given;
  const problem = password === undefined ? undefined : judge(password, publicUrl);
  if (problem === undefined) return { faults: [], warnings: [] };
  // An address of its own is the sign of a proxy before it.
  return publicUrl === undefined && isLocal(given)
    ? {
        faults: [],
        warnings: [`ADMIN_PASSWORD ${problem}. It is accepted only because no other machine can connect.`],
      }
    : {
        faults: [
          `ADMIN_PASSWORD ${problem}, and others can reach this server. Remove it to have a strong one generated.`,
        ],
        warnings: [],
      };
};

/**
 * The server passes in the password check, because its word lists do not belong to the settings; commands go without.
 */
export const readSettings = (
  env: NodeJS.ProcessEnv = process.env,
  judge: JudgePassword = () => undefined,
): Settings => {
  const given = withoutEmpty(env);
  const result = environment.safeParse(given);
  const password = checkAdminPassword(given, judge);
  const faults = [
    ...(result.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) ?? []),
    ...missingS3(given),
    ...missingMail(given),
    ...missingOperator(given),
    ...password.faults,
  ];
  if (!result.success || faults.length > 0) throw new SettingsError(faults);
  const values = result.data;
  const publicUrl = values.PUBLIC_URL?.replace(/\/+$/, '');
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: isAbsolute(values.DATA_DIR) ? values.DATA_DIR : resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    adminPassword: values.ADMIN_PASSWORD,
    publicUrl,
    landingUrl: values.LANDING_URL,
    lastYear: values.LAST_YEAR,
    logLevel: values.LOG_LEVEL,
    rateLimit: values.RATE_LIMIT === 'on',
    trustedProxies: values.TRUSTED_PROXIES,
    metricsToken: values.METRICS_TOKEN,
    s3: values.S3_ENDPOINT
      ? {
          endpoint: values.S3_ENDPOINT,
          bucket: values.S3_BUCKET ?? '',
          region: values.S3_REGION ?? '',
          accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
        }
      : undefined,
    mail:
      values.SMTP_URL && values.MAIL_FROM && publicUrl
        ? { server: values.SMTP_URL, from: values.MAIL_FROM, linksTo: publicUrl }
        : undefined,
    operator:
      values.OPERATOR_NAME && values.OPERATOR_CONTACT
        ? { name: values.OPERATOR_NAME, contact: values.OPERATOR_CONTACT }
        : undefined,
    isLocal: isLocal(given),
    warnings: password.warnings,
  };
};

export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape);

/** What the environment names, ours or not; never what it is set to. */
export const namesInEnvironment = (env: NodeJS.ProcessEnv = process.env): string[] =>
  Object.keys(withoutEmpty(env));

/**
 * The folder from which a command was called: npm itself changes to the project's folder, and says where it came from.
 */
export const callerFolder = (env: NodeJS.ProcessEnv = process.env): string =>
  env['INIT_CWD'] ?? process.cwd();
