import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pipeline } from 'node:stream/promises';
import { callerFolder, readSettings } from '../config.ts';
import type { Database } from '../db/database.ts';
import { renewAdminPassword } from '../features/accounts/admin-password.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { findPerson } from '../features/accounts/personal-data.queries.ts';
import { erasePerson, openPersonalData } from '../features/accounts/personal-data.ts';
import { resetPassword } from '../features/accounts/reset-password.ts';
import { removeQueuedFiles } from '../features/evidence/cleanup.ts';
import { holdActiveUser } from '../features/platform-admin/active-user.ts';
import { openStorage } from '../storage/open.ts';
import { complain, runCommand, say } from './command.ts';
import { withInstance } from './instance.ts';
import { writeAtomically } from './write-atomically.ts';

/** `npm run admin -- ...`: the few things that are done from a shell, with or without a running server. */

const HELP = `npm run admin -- password                  a new password for the platform admin, printed once
npm run admin -- user-password WHO         a new password for a person who lost theirs, printed once
npm run admin -- export-user WHO FILE      everything stored about a person, as a ZIP file
npm run admin -- delete-user WHO [--yes]   deletes a person and all their data
npm run admin -- help                      this text

WHO is an e-mail address or a username. Without --yes a deletion asks first.`;

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

const getPerson = async (db: Database, who: string): Promise<Person> => {
  const person = await findPerson(db, who);
  if (!person) throw new Error(`There is no user ${who}.`);
  return person;
};

const describe = ({ username, email, role }: Person): string =>
  `${role.replace('_', ' ')} ${[username, email].filter(Boolean).join(', ')}`;

const renew = async (): Promise<void> => {
  const settings = readSettings();
  if (settings.adminPassword !== undefined) {
    complain('The password is the setting ADMIN_PASSWORD. Change it there and restart the server.');
    return;
  }
  const password = await withInstance(settings, renewAdminPassword);
  say(`Platform admin password: ${password}\nIt is shown only this once. The old one no longer works.`);
};

const renewOf = async (who: string): Promise<void> => {
  await withInstance(readSettings(), async (db) => {
    const person = await getPerson(db, who);
    const password = await resetPassword(
      { db, passwords: createPasswords() },
      { userId: person.id, hold: (tx) => holdActiveUser(tx, person.id), by: { actor: 'system' } },
    );
    say(`New password of ${describe(person)}: ${password}`);
    say('It is shown only this once. All their sessions have ended.');
  });
};

const exportPerson = async (who: string, path: string): Promise<void> => {
  const settings = readSettings();
  const storage = openStorage(settings);
  await withInstance(settings, async (db) => {
    const person = await getPerson(db, who);
    await writeAtomically(path, async (temporary) =>
      pipeline(
        await openPersonalData(db, storage, person.id, { actor: 'system', targetId: person.id }),
        createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
      ),
    );
    say(`${path}: everything about ${describe(person)}.`);
  });
};

const isConfirmed = async (person: Person): Promise<boolean> => {
  const wanted = person.email ?? person.username ?? '';
  say(`This deletes ${describe(person)}, with papers, files and everything else. It cannot be undone.`);
  const prompt = createInterface({ input: process.stdin, output: process.stdout });
  const typed = await prompt.question(`Type ${wanted} to continue: `);
  prompt.close();
  return typed.trim().toLowerCase() === wanted.toLowerCase();
};

const deletePerson = async (who: string, isAgreed: boolean): Promise<void> => {
  const settings = readSettings();
  const storage = openStorage(settings);
  await withInstance(settings, async (db) => {
    const person = await getPerson(db, who);
    if (!isAgreed) {
      if (!process.stdin.isTTY)
        throw new Error('This is not an interactive shell. Add --yes to continue without asking.');
      if (!(await isConfirmed(person))) return complain('Nothing was deleted.');
    }
    await erasePerson(db, person.id, { actor: 'system' });
    say(`Deleted: ${describe(person)}.`);
    // The row is gone for good; the server later removes what the store does not delete now.
    return removeQueuedFiles(db, storage);
  });
};

const usage = (): Promise<void> => Promise.resolve(complain(HELP));

const perform = (command: string | undefined, args: string[]): Promise<void> => {
  const [who, second, ...more] = args;
  if (command === 'help') return Promise.resolve(say(HELP));
  if (command === 'password' && args.length === 0) return renew();
  if (more.length > 0 || who === undefined || who.startsWith('-')) return usage();
  if (command === 'user-password' && second === undefined) return renewOf(who);
  if (command === 'export-user' && second !== undefined) {
    return exportPerson(who, resolve(callerFolder(), second));
  }
  if (command === 'delete-user' && (second === undefined || second === '--yes')) {
    return deletePerson(who, second === '--yes');
  }
  return usage();
};

const [command, ...args] = process.argv.slice(2);
await runCommand(() => perform(command, args));
