import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import PostalMime, { type Email } from 'postal-mime';
import type { Database } from '../server/db/database.ts';
import { queueMail } from '../server/mail/outbox.queries.ts';
import { withInstance } from '../server/operations/instance.ts';
import { inProject } from '../server/root.ts';
import { listMails, makeMailsDue } from '../server/testing/mails.queries.ts';
import { freePort, launch, ready } from '../server/testing/process.ts';
import { check, eventually } from './check.ts';

/**
 * The built product against OpenSMTPD, which delivers into a Maildir: a test mail from the shell, one that a server
 * sends, and one that waits while the mail server is away. Needs root, and Debian's package opensmtpd. Ends with an
 * error when something is not as it should be.
 *
 *   npm run proof -- mail
 */

const SMTPD = '/usr/sbin/smtpd';
const NOBODY = 65_534;

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const line = connect(port, '127.0.0.1', () => resolve(true));
    line.on('error', () => resolve(false));
    line.on('connect', () => line.destroy());
  });

const startSmtpd = async (config: string, port: number): Promise<ChildProcess> => {
  const child = spawn(SMTPD, ['-d', '-f', config], { stdio: 'ignore' });
  await eventually(() => answers(port), 'OpenSMTPD listens');
  return child;
};
const stopSmtpd = async (child: ChildProcess, port: number): Promise<void> => {
  child.kill('SIGTERM');
  await once(child, 'exit');
  await eventually(async () => !(await answers(port)), 'OpenSMTPD is away');
};

const readMaildir = async (folder: string): Promise<Email[]> => {
  const names = await readdir(join(folder, 'new')).catch(() => []);
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, 'new', name)))));
};

const queue = (db: Database, cause: string) =>
  queueMail(db, { cause, kind: 'test', to: `${cause}@example.org`, payload: { server: 'OpenSMTPD' } });
const stateOf = async (db: Database, cause: string) =>
  (await listMails(db)).find((mail) => mail.cause === cause);

const prove = async (folder: string): Promise<void> => {
  const port = await freePort();
  const maildir = join(folder, 'Maildir');
  const config = join(folder, 'smtpd.conf');
  await mkdir(maildir);
  await chown(maildir, NOBODY, NOBODY);
  await writeFile(
    config,
    `table users { "@" = "nobody" }
listen on 127.0.0.1 port ${port}
action "box" maildir "${maildir}" virtual <users>
match from any for any action "box"
`,
  );
  let smtpd = await startSmtpd(config, port);
  const settings = {
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PUBLIC_URL: 'https://tickmark.example',
    MAIL_FROM: 'Papers <papers@tickmark.example>',
  };
  const server = await ready(await launch(settings));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [inProject('dist', 'server', 'operations', 'mail.js'), 'shell@example.org'],
      { env: settings },
    );
    check(
      stdout.includes('took the mail for shell@example.org: 250'),
      'npm run mail says what OpenSMTPD said',
    );
    await withInstance({ databaseUrl: undefined, dataDir: settings.DATA_DIR }, async (db) => {
      await queue(db, 'first');
      await eventually(async () => (await stateOf(db, 'first'))?.is_sent === true, 'the server sends');
      await eventually(async () => (await readMaildir(maildir)).length === 2, 'both arrive');

      await stopSmtpd(smtpd, port);
      await queue(db, 'second');
      const refused = 'The mail server refuses the connection.';
      await eventually(
        async () => (await stateOf(db, 'second'))?.last_answer === refused,
        'a mail waits while OpenSMTPD is away',
      );
      smtpd = await startSmtpd(config, port);
      await makeMailsDue(db);
      await eventually(async () => (await readMaildir(maildir)).length === 3, 'it arrives afterwards');

      const mails = await readMaildir(maildir);
      for (const cause of ['first', 'second']) {
        const id = `<${(await stateOf(db, cause))?.message_id}@tickmark.example>`;
        const copies = mails.filter(({ messageId }) => messageId === id);
        check(copies.length === 1, `the ${cause} mail arrived once, under the identity of its row`);
        const said = 'This is a test. Tickmark can send mail through OpenSMTPD.';
        check(
          copies[0]?.text?.includes(said) === true && copies[0].html?.includes(said) === true,
          `the ${cause} mail says the same as text and as HTML`,
        );
      }
    });
  } finally {
    server.process.kill('SIGTERM');
    await server.ended;
    smtpd.kill('SIGTERM');
  }
};

if (!existsSync(SMTPD)) throw new Error('Install OpenSMTPD: apt-get install opensmtpd');
if (process.getuid?.() !== 0) throw new Error('OpenSMTPD needs root.');
const folder = await mkdtemp(join(tmpdir(), 'tickmark-mail-'));
await chmod(folder, 0o711);
try {
  await prove(folder);
} finally {
  await rm(folder, { recursive: true, force: true });
}
