import { copyFile, cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engine.ts';
import { sh } from './shell.ts';

/**
 * A stand-in for the official image on which ours is built, where no registry of images can be reached: Debian by
 * debootstrap, Node and npm from their packages on npm's registry, both from where this machine gets its own.
 */
export const BASE = 'docker.io/library/node:24-bookworm-slim';
const LABEL = 'tickmark.proof=stand-in';
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** Where apt on this machine has the release from; without, debootstrap knows one. */
const mirrorOf = async (release: string): Promise<string[]> => {
  const format = '$(RELEASE) $(COMPONENT) $(REPO_URI)';
  const lines = await sh('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const line = lines.split('\n').find((text) => text.startsWith(`${release} main `));
  return line ? [line.split(' ')[2] ?? ''] : [];
};

const unpackFromNpm = async (name: string, into: string): Promise<void> => {
  await mkdir(into, { recursive: true });
  const packed = await sh('npm', ['pack', '--silent', '--pack-destination', into, name]);
  const file = join(into, packed.split('\n').at(-1) ?? '');
  await sh('tar', ['-xzf', file, '-C', into, '--strip-components=1']);
  await rm(file);
};

const addNode = async (root: string, work: string): Promise<void> => {
  const local = join(root, 'usr', 'local');
  await unpackFromNpm(`node-linux-${process.arch}@24`, join(work, 'node'));
  await copyFile(join(work, 'node', 'bin', 'node'), join(local, 'bin', 'node'));
  await unpackFromNpm('npm@11', join(local, 'lib', 'node_modules', 'npm'));
  for (const name of ['npm', 'npx'])
    await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name));
  await sh('chroot', [root, 'groupadd', '--gid', '1000', 'node']);
  await sh('chroot', [root, 'useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node']);
};

/** The authorities that this machine trusts, and the registry of packages that it uses. */
const addSettings = async (root: string): Promise<void> => {
  await cp(CERTIFICATES, join(root, CERTIFICATES));
  const registry = await sh('npm', ['config', 'get', 'registry']);
  const address = registry.split('\n').at(-1) ?? '';
  await mkdir(join(root, 'usr', 'local', 'etc'), { recursive: true });
  await writeFile(join(root, 'usr', 'local', 'etc', 'npmrc'), `registry=${address}\n`);
};

/** Returns how to remove it. It takes nobody's place: where an official one is, that is used. */
export const makeBaseImage = async (engine: Engine, folder: string): Promise<() => Promise<void>> => {
  const isThere = await engine.do('image', 'inspect', BASE).then(
    () => true,
    () => false,
  );
  if (isThere) return async () => {};
  const work = join(folder, 'base');
  const root = join(work, 'root');
  const archive = join(work, 'root.tar');
  await mkdir(work);
  const include = '--include=ca-certificates';
  await sh('debootstrap', ['--variant=minbase', include, 'bookworm', root, ...(await mirrorOf('bookworm'))]);
  await addNode(root, work);
  await addSettings(root);
  await sh('tar', ['-cf', archive, '-C', root, '.']);
  const changes = [`LABEL ${LABEL}`, `ENV NODE_EXTRA_CA_CERTS=${CERTIFICATES}`];
  await engine.do('import', ...changes.flatMap((change) => ['--change', change]), archive, BASE);
  await rm(work, { recursive: true });
  return async () => void (await engine.do('rmi', BASE).catch(() => {}));
};
