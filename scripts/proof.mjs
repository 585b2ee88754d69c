// npm run proof: attacks and breaks the built product, to show that it holds.
//
//   npm run proof -- hostile [--requests=20000] [--seed=N] [--path=P]   hostile requests
//   npm run proof -- faults [--cycles=100] [--away=30] [--test=TEXT]    what must hold whatever fails
//   npm run proof -- floods [--seconds=15] [--only=logins,bodies]       what others feel of a flood
//   npm run proof -- mutants [--only=TEXT] [--list]                     whether the tests notice a missing guard
//   npm run proof -- mail                                               mails through OpenSMTPD
//   npm run proof -- sign-in                                            a school's own sign-in by LemonLDAP::NG
//   npm run proof -- images [--engine=podman] [--base=debootstrap]      the image, built and run
//   npm run proof -- upgrade [--from=COMMIT] [--seconds=60]             an upgrade under load, and the way back
//   npm run proof -- webkit                                             a smoke run in WebKitGTK
//
// The first two are tests, which `npm test` runs in short.
import { basename } from 'node:path';
import { ensureBrowser, ensureWebKit } from './browser.mjs';
import { ensureContainers } from './containers.mjs';
import { run } from './run.mjs';
import { ensureBuild, ensureDependencies } from './setup.mjs';

const TESTS = ['hostile', 'faults'];
const PROGRAMS = ['floods', 'mutants', 'mail', 'sign-in', 'images', 'upgrade', 'webkit'];

const [name, ...args] = process.argv.slice(2);
const options = Object.fromEntries(
  args.map((argument) => {
    const [key, ...value] = argument.replace(/^--/, '').split('=');
    return [key, value.join('=')];
  }),
);

/** What is not compiled beforehand, on any Node that we run on. */
async function runProgram(path) {
  const { runnerImport } = await import('vite');
  await runnerImport(new URL(`../proof/${path}.ts`, import.meta.url).pathname, { configFile: false });
}

// A part of a program, which runs as a process of its own.
if (process.send && name.includes('/')) await runProgram(name);
else if (![...TESTS, ...PROGRAMS].includes(name)) {
  console.error(
    `npm run ${basename(import.meta.url, '.mjs')} -- NAME, with NAME one of: ${[...TESTS, ...PROGRAMS].join(', ')}`,
  );
  process.exitCode = 2;
} else {
  await ensureDependencies();
  await ensureBuild();
  if (name === 'sign-in') process.env.CHROMIUM_PATH = await ensureBrowser();
  if (name === 'images') process.env.CONTAINERS = await ensureContainers(options);
  if (name === 'webkit') await ensureWebKit();
  process.env.PROOF = JSON.stringify(options);
  if (PROGRAMS.includes(name)) await runProgram(name);
  else {
    const { code } = await run(
      process.execPath,
      [
        'node_modules/vitest/vitest.mjs',
        'run',
        '--project=api',
        `proof/${name}.test.ts`,
        '--disable-console-intercept',
        ...(options.test ? [`--testNamePattern=${options.test}`] : []),
      ],
      { live: true },
    );
    process.exitCode = code ?? 1;
  }
}
