// What `npm run bench -- failover` starts: PostgreSQL, Patroni 4, etcd and HAProxy, of Debian's packages.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstallPrograms, ensurePackages } from './apt.mjs';
import { ensurePrograms as ensurePostgres, isRoot, postgresAccount } from './debian-postgres.mjs';
import { root, run } from './run.mjs';

const packages = ['patroni', 'etcd-server', 'haproxy', 'python3-psycopg2', 'python3-etcd'];
const programs = ['/usr/bin/patroni', '/usr/bin/etcd', '/usr/sbin/haproxy'];

/** Debian 12 has Patroni 3.0.2, whose leader loses acknowledged writes when it was paused; Debian 13 has 4.0.7. */
const NEEDED = '4';
const RELEASE_WITH_IT = 'trixie';

/**
 * Where they are. `patroniPackage` is a package file to unpack, where the Patroni that is installed is too old: it runs
 * with the Python libraries that are.
 */
export async function ensureClusterPrograms() {
  if (!isRoot) throw new Error('The cluster needs root: each program runs under its own account.');
  const missing = () => programs.filter((program) => !existsSync(program));
  const isComplete = () => missing().length === 0;
  if (!(await ensurePackages(packages, isComplete, () => aptInstallPrograms(...packages)))) {
    throw new Error(
      `There is no ${missing().join(', ')}. On Debian run\n` +
        `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    );
  }
  const postgres = await ensurePostgres();
  const installed = await installedVersion();
  return {
    postgres,
    account: postgresAccount(),
    ...(isOlder(installed) ? { patroniPackage: await downloadPatroni() } : {}),
  };
}

async function installedVersion() {
  const { output } = await run('dpkg-query', ['--show', '--showformat=${Version}', 'patroni']);
  return output.trim();
}

const isOlder = (version) => Number.parseInt(version, 10) < Number.parseInt(NEEDED, 10);

/** Kept in a folder that git ignores. Nothing of the machine's own package lists changes. */
async function downloadPatroni() {
  const folder = join(root, 'bench', 'cache', 'patroni');
  const found = () =>
    existsSync(folder) && readdirSync(folder).find((name) => /^patroni_.*\.deb$/.test(name));
  if (!found()) {
    for (const part of ['lists/partial', 'cache/archives/partial'])
      mkdirSync(join(folder, part), { recursive: true });
    writeFileSync(join(folder, 'sources.list'), `${await sourceLine()}\n`);
    const options = [
      `Dir::Etc::sourcelist=${folder}/sources.list`,
      'Dir::Etc::sourceparts=-',
      `Dir::State::lists=${folder}/lists`,
      `Dir::Cache=${folder}/cache`,
      'APT::Sandbox::User=root',
    ].flatMap((option) => ['-o', option]);
    for (const step of [['update'], ['download', 'patroni']]) {
      const { code, output } = await run('apt-get', ['-qq', ...options, ...step], { cwd: folder });
      if (code !== 0) throw new Error(`Patroni ${NEEDED} could not be downloaded: ${output}`);
    }
  }
  return join(folder, found());
}

/** The newer release, from wherever this machine has its own Debian from. */
async function sourceLine() {
  const format = '$(ORIGIN) $(LABEL) $(COMPONENT) $(REPO_URI)';
  const { output } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const address = /^Debian Debian main (\S+)$/m.exec(output)?.[1];
  if (!address) throw new Error(`Patroni ${NEEDED} is in Debian 13, and apt has no source of Debian here.`);
  return `deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${address} ${RELEASE_WITH_IT} main`;
}
