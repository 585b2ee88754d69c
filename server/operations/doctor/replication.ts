import type { Database } from '../../db/database.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { countWaitingCommits, type DatabaseState, listStandbys } from './state.queries.ts';
import { listed } from './words.ts';

const { ok, warning, wrong } = findingsAbout('database');

/** How many standbys a commit waits for: `FIRST 2 (a, b, c)`, `ANY 1 (*)`, `2 (a, b)`, or names alone. */
export const standbysNeeded = (names: string): number => {
  if (names.trim() === '') return 0;
  return Number(/^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
};

const setNames = (names: string): string =>
  `alter system set synchronous_standby_names = '${names.replaceAll("'", "''")}'; select pg_reload_conf().`;

/** Patroni writes the setting itself, over what anybody else has written. */
const adviceOn = (names: string): string =>
  [
    'Start the standby, or see why it does not connect (its log).',
    'If it is gone for long and you accept that a failed machine may cost the last writes:',
    setNames(''),
    `When it is back: ${setNames(names)}`,
    'With Patroni not so: patronictl list says what is there, and patronictl edit-config turns synchronous_mode_strict off, and on again.',
  ].join(' ');

/** What is seen of it at this moment, for the end of a sentence. */
const describeWaiting = async (db: Database): Promise<string> => {
  const { count, seconds } = await countWaitingCommits(db);
  if (count === 0) return '';
  return ` (${count === 1 ? '1 commit waits' : `${count} commits wait`} at this moment, since ${Math.round(seconds)} seconds)`;
};

/** Whether a commit that waits for a standby finds one. */
export async function* checkReplication(db: Database, state: DatabaseState): AsyncIterable<Finding> {
  const needed = standbysNeeded(state.standby_names);
  const standbys = await listStandbys(db);
  if (needed === 0 || ['off', 'local'].includes(state.synchronous_commit)) {
    if (standbys.length > 0)
      yield ok(
        `${listed(standbys.map(({ name }) => name))} ${standbys.length === 1 ? 'follows' : 'follow'} it; no commit waits for a standby.`,
      );
    return;
  }
  const setting = `synchronous_standby_names is ${state.standby_names}`;
  const advice = adviceOn(state.standby_names);
  const waiting = await describeWaiting(db);
  const there = standbys.filter(({ sync_state }) => sync_state === 'sync' || sync_state === 'quorum');
  // Only roles that may watch the server are told who is synchronous.
  const isHidden = standbys.some(({ sync_state }) => sync_state === null);
  if (!isHidden && there.length < needed)
    yield wrong(
      `Every commit waits for ${needed === 1 ? 'a standby' : `${needed} standbys`}, and ${there.length === 0 ? 'none' : `only ${there.length}`} is there: nothing that people do is saved${waiting}. ${setting}.`,
      advice,
    );
  else if (waiting !== '')
    yield wrong(`Commits wait for a standby, and it does not answer${waiting}. ${setting}.`, advice);
  else if (isHidden)
    yield warning(
      `Every commit waits for a standby; whether it is there is not shown to the role ${state.role}. ${setting}.`,
      `Let it see: grant pg_monitor to "${state.role}".`,
    );
  else
    yield ok(
      `Every commit waits for a standby, and ${listed(there.map(({ name }) => name))} ${there.length === 1 ? 'is' : 'are'} there.`,
    );
}
