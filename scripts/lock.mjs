// One set-up at a time in this checkout: two that install or build at once would tread on each other's files.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './run.mjs';

// Making a folder succeeds for one only. It is in dist/, for npm empties node_modules/.
const lock = join(root, 'dist', '.lock');
const me = `${hostname()} ${process.pid}`;

export async function withLock(work) {
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (let told = false; !take(); told = true) {
    if (!told) console.log('Waiting for another set-up in this folder ...');
    await delay(200);
  }
  // Proof of life, for those on another machine or in another container who cannot see our process.
  const pulse = setInterval(() => {
    try {
      utimesSync(lock, new Date(), new Date());
    } catch {
      // Somebody removed dist/ meanwhile: the work itself will say what that means.
    }
  }, 2000);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(pulse);
    process.removeListener('exit', release);
    release();
  }
}

function take() {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'owner'), me);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const owner = abandonedBy();
  if (owner !== undefined) {
    // Moving it away succeeds for one only; then see whether it was still the abandoned one.
    const aside = `${lock}-${process.pid}`;
    try {
      renameSync(lock, aside);
      if (ownerOf(aside) === owner) {
        rmSync(aside, { recursive: true, force: true });
        return take();
      }
      renameSync(aside, lock);
    } catch {
      // Another waiter was faster.
    }
  }
  return false;
}

/** Who left the lock behind; undefined while its owner is at work. */
function abandonedBy() {
  const owner = ownerOf(lock);
  const [host, pid] = owner.split(' ');
  if (host === hostname() && pid) {
    try {
      process.kill(Number(pid), 0);
    } catch (error) {
      if (error.code === 'ESRCH') return owner;
    }
  }
  try {
    return Date.now() - statSync(lock).mtimeMs > 30_000 ? owner : undefined;
  } catch {
    return undefined;
  }
}

function ownerOf(folder) {
  try {
    return readFileSync(join(folder, 'owner'), 'utf8');
  } catch {
    return '';
  }
}
