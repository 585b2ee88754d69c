import { loginKey } from '../../../../domain/accounts.ts';
import { MAX_IMPORT_ROWS } from '../../../../domain/school.ts';
import { differences, type WantedRow } from './plan-import.ts';
import type { ImportedRow, ImportResult } from './shown-once.ts';
import type { CheckedRow } from './useImportCheck.ts';

const LOST = 'The password was lost with the connection.';

/**
 * What became of the part whose answer is missing: where only the answer was lost, users are there whose passwords
 * nobody has seen. `checked` is what the server says of the rest by now. Who is at the school is not sent again.
 */
export function settle({ rows, rest, ...more }: ImportResult, checked: readonly CheckedRow[]): ImportResult {
  const byRow = new Map(checked.map((check) => [check.row, check]));
  const arrived = arrivedIn(rest.slice(0, MAX_IMPORT_ROWS), byRow);
  const isThere = ({ row, isHere }: WantedRow) => {
    const outcome = byRow.get(row)?.outcome;
    // Somebody who was made, and whose classes are yet to follow.
    return outcome === 'unchanged' || (outcome === 'changed' && !isHere);
  };
  const wanted = new Map(rest.map((row) => [row.row, row]));
  return {
    rows: rows.map((row): ImportedRow => {
      const [sent, check] = [wanted.get(row.id), byRow.get(row.id)];
      if (!sent) return row;
      if (!check || !isThere(sent)) return { ...row, became: 'waiting' };
      const username = check.account?.username ?? row.username;
      if (sent.isHere) return { ...row, became: 'changed' };
      const isTakenIn = sent.take_in !== undefined && sent.take_in === check.account?.id;
      if (isTakenIn && !row.isClaimed) return { ...row, username, became: 'taken_in' };
      if (!isTakenIn && !arrived.has(row.id))
        return { ...row, became: 'unchanged', note: differences({ ...check, username: row.username }) };
      return { ...row, username, became: 'added', note: row.note === null ? LOST : `${row.note} ${LOST}` };
    }),
    rest: rest.filter((row) => !isThere(row)),
    ...more,
  };
}

/**
 * The users of a part are made in one go, with the names and roles that were sent, and at one moment. Somebody who
 * registered meanwhile did so at another.
 */
function arrivedIn(part: readonly WantedRow[], checked: ReadonlyMap<number, CheckedRow>): Set<number> {
  const made = part.filter(({ take_in: id, isHere }) => id === undefined && !isHere);
  const byMoment = new Map<string, number[]>();
  for (const { row, username, role } of made) {
    const { outcome, account } = checked.get(row) ?? {};
    if ((outcome !== 'unchanged' && outcome !== 'changed') || account?.role !== role) continue;
    if (loginKey(account.username ?? '') !== loginKey(username)) continue;
    byMoment.set(account.created_at, [...(byMoment.get(account.created_at) ?? []), row]);
  }
  const together = [...byMoment.values()].reduce(
    (most, some) => (some.length > most.length ? some : most),
    [],
  );
  return new Set(together.length > 1 || made.length === 1 ? together : []);
}

/** Nobody could say what became of the part that was sent last. */
export function leaveOpen({ rows, rest, ...more }: ImportResult): ImportResult {
  const sent = new Set(rest.slice(0, MAX_IMPORT_ROWS).map(({ row }) => row));
  return { rows: rows.map((row) => (sent.has(row.id) ? { ...row, became: 'unknown' } : row)), rest, ...more };
}
