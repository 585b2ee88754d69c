import { useEffect, useRef, useState } from 'react';
import { MAX_CHECK_ROWS, MAX_IMPORT_ROWS } from '../../../../../domain/school.ts';
import { adminSentence } from '../../../api/admin-failure.ts';
import { call } from '../../../api/call.ts';
import { ConnectionError } from '../../../api/errors.ts';
import { type Failure, failureOf, Refused } from '../../../api/failure.ts';
import { showToast } from '../../../ui/toasts.ts';
import { sayFailure } from './failure-toasts.ts';
import type { ImportDraft } from './import-draft.ts';
import { parseImport } from './parse-import.ts';
import { UnreadableText } from './parse-table.ts';
import {
  noteOn,
  obstacleIn,
  type PlannedRow,
  planImport,
  rowsToRecheck,
  type WantedRow,
  wantedOf,
  wasShown,
} from './plan-import.ts';
import { type ImportedRow, type ImportResult, showImported, useUnderWay, whileMaking } from './shown-once.ts';
import { checkImport, recheckImports } from './useImportCheck.ts';
import { reloadSchool } from './useSchool.ts';

const FAILED = 'Batch import failed';

export const TOO_LONG = `A list can have at most ${MAX_CHECK_ROWS.toLocaleString('en-US')} rows.`;

/** Looks at the list once more, and imports who is new, in parts of as many as the server takes at once. */
export function useImport(schoolId: string, onDone: () => void) {
  const [isRunning, setRunning] = useState(false);
  const importing = useUnderWay(schoolId);
  const [failure, setFailure] = useState<Failure>();
  // State comes a render too late for the second of two quick presses.
  const running = useRef(false);
  const isHere = useIsHere();

  async function once(work: () => Promise<void>): Promise<void> {
    if (running.current || importing !== undefined) return;
    running.current = true;
    setRunning(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      setFailure(failureIn(error));
      // An admin who is looking at another tab by now would not learn of it.
      if (!isHere.current) sayFailure(error, FAILED);
      recheckImports();
    }
    running.current = false;
    setRunning(false);
  }

  async function send(result: ImportResult): Promise<void> {
    try {
      await sendParts(schoolId, result);
    } finally {
      void reloadSchool(schoolId);
    }
    onDone();
    showToast({ tone: 'done', text: 'Batch import successful!' });
  }

  return {
    isRunning: isRunning || importing !== undefined,
    importing,
    failure,
    /** `shown` is what the reader has seen of what will happen. */
    run: (draft: ImportDraft, shown: readonly PlannedRow[]) =>
      once(async () => {
        const rows = await planAgain(schoolId, draft, shown);
        await send({ rows: rows.map(rowBefore), rest: wantedOf(rows) });
      }),
    /** After a part that failed. */
    goOn: (result: ImportResult) => once(async () => send(await withArrived(schoolId, result))),
    clear: () => setFailure(undefined),
  };
}

export type ImportJob = ReturnType<typeof useImport>;

/** Asks the server again, right before anything is done. */
async function planAgain(schoolId: string, draft: ImportDraft, shown: readonly PlannedRow[]) {
  const { rows, problem } = parseImport(draft.text, draft.columns);
  if (problem !== undefined) throw new Refused(problem);
  if (rows.length === 0) throw new Refused('Enter the users to import first.');
  if (rows.length > MAX_CHECK_ROWS) throw new Refused(TOO_LONG);
  const first = planImport(await checkImport(schoolId, rows), draft, { domain: undefined });
  const hasNames = first.some(({ name }) => name !== undefined);
  const recheck = hasNames ? await checkImport(schoolId, rowsToRecheck(first)) : undefined;
  const planned = planImport(first, draft, { domain: undefined, recheck });
  const obstacle = obstacleIn(planned);
  if (obstacle !== undefined) throw new Refused(obstacle);
  const seen = new Map(shown.map((row) => [row.row, row]));
  if (!planned.every((row) => wasShown(row, seen)))
    throw new Refused('Some rows need a decision. Look at what will happen first.');
  return planned;
}

/** Where only the answer was lost, users are there whose passwords nobody has seen. They are not sent again. */
async function withArrived(schoolId: string, { rows, rest }: ImportResult): Promise<ImportResult> {
  const checked = await checkImport(schoolId, rest);
  const arrived = new Set(checked.filter(({ outcome }) => outcome === 'unchanged').map(({ row }) => row));
  const takenIn = new Set(rest.filter(({ take_in: id }) => id !== undefined).map(({ row }) => row));
  return {
    rows: rows.map((row) => {
      if (!arrived.has(row.id)) return row;
      if (takenIn.has(row.id)) return { ...row, became: 'taken_in' };
      return { ...row, became: 'added', note: 'The password was lost with the connection.' };
    }),
    rest: rest.filter(({ row }) => !arrived.has(row)),
  };
}

/** What a part has made is shown, whatever becomes of the next. */
function sendParts(schoolId: string, { rows, rest }: ImportResult): Promise<void> {
  const done = new Map(rows.map((row) => [row.id, row]));
  const before = rows.filter(({ became }) => became === 'added' || became === 'taken_in').length;
  return whileMaking(schoolId, async (tell) => {
    if (before > 0) showImported(schoolId, { rows, rest });
    for (let sent = 0; sent < rest.length; sent += MAX_IMPORT_ROWS) {
      const part = rest.slice(sent, sent + MAX_IMPORT_ROWS);
      tell({ reached: before + sent + part.length, total: before + rest.length });
      for (const row of await sendPart(schoolId, part))
        done.set(row.id, { ...row, note: done.get(row.id)?.note ?? null });
      showImported(schoolId, { rows: [...done.values()], rest: rest.slice(sent + part.length) });
    }
  });
}

async function sendPart(schoolId: string, part: readonly WantedRow[]): Promise<ImportedRow[]> {
  const { imported, taken_in: takenIn } = await call('POST /admin/schools/{schoolId}/batch-import', {
    as: 'platformAdmin',
    params: { schoolId },
    json: [...part],
  });
  const rowOf = new Map(part.map(({ email, row }) => [email.toLowerCase(), row]));
  const common = (user: { username: string | null; email: string; role: string }) => ({
    id: rowOf.get(user.email) ?? 0,
    username: user.username ?? '',
    email: user.email,
    role: user.role,
    note: null,
  });
  return [
    ...imported.map((user) => ({ ...common(user), password: user.password, became: 'added' as const })),
    ...takenIn.map((user) => ({ ...common(user), password: null, became: 'taken_in' as const })),
  ];
}

/** A row of the result as long as nothing has been sent. */
function rowBefore(planned: PlannedRow): ImportedRow {
  const { row: id, username, email, role, kind, choice } = planned;
  const became =
    kind === 'unchanged'
      ? 'unchanged'
      : kind === 'left_out' || choice === 'leave_out'
        ? 'left_out'
        : 'waiting';
  return { id, username, email, role, password: null, became, note: noteOn(planned) };
}

function failureIn(error: unknown): Failure {
  if (error instanceof UnreadableText) return { sentence: error.message };
  const failure = failureOf(error, () => adminSentence(error, FAILED));
  if (!(error instanceof ConnectionError)) return failure;
  return { ...failure, hint: `${failure.hint} The check below shows whether anybody was imported.` };
}

function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}
