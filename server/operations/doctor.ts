import { namesInEnvironment, readSettings, type Settings, SettingsError } from '../config.ts';
import { judgeAdminPassword } from '../features/accounts/admin-password.ts';
import { complain, count, runCommand, say } from './command.ts';
import { examine } from './doctor/examine.ts';
import { type Finding, findingsAbout, type Level } from './doctor/finding.ts';

/** `npm run doctor`: looks at everything that the server needs, and says in words what is wrong and what to do. */

const HELP = `npm run doctor        looks at the settings, database, files, mail, sign-in, disk and clocks, and says what is
                      wrong and what to do; changes nothing. The exit code is 1 when something is wrong.`;

const MARKS: Record<Level, string> = { ok: 'ok     ', warning: 'WARNING', wrong: 'WRONG  ' };

const print = ({ level, about, found, advice }: Finding): void => {
  say(`${MARKS[level]}  ${about.padEnd(8)}  ${found}`);
  if (advice !== undefined) say(`${' '.repeat(19)}-> ${advice}`);
};

/** With settings that cannot be read the server does not start either. */
const readOrExplain = (): Settings | undefined => {
  try {
    return readSettings(undefined, judgeAdminPassword);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    const { wrong } = findingsAbout('settings');
    for (const fault of error.faults)
      print(wrong(`${fault}.`.replace(/\.\.$/, '.'), 'Correct it: the server does not start with it.'));
    return undefined;
  }
};

const summary = (found: Record<Level, number>): string =>
  [
    found.wrong > 0 && `${count(found.wrong, 'thing')} ${found.wrong === 1 ? 'is' : 'are'} wrong`,
    found.warning > 0 && count(found.warning, 'warning'),
  ]
    .filter(Boolean)
    .join(', ') || 'Nothing is wrong';

const look = async (): Promise<void> => {
  const settings = readOrExplain();
  if (!settings) {
    say('\nThe settings are wrong. Nothing else was looked at, because they say where everything is.');
    process.exitCode = 1;
    return;
  }
  const found: Record<Level, number> = { ok: 0, warning: 0, wrong: 0 };
  for await (const finding of examine(settings, namesInEnvironment())) {
    found[finding.level] += 1;
    print(finding);
  }
  say(`\n${summary(found)}.`);
  if (found.wrong > 0) process.exitCode = 1;
};

await runCommand(async () => {
  const [argument] = process.argv.slice(2);
  if (argument === 'help') return say(HELP);
  return argument === undefined ? look() : complain(HELP);
});
