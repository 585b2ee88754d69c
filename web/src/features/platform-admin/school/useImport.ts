import { useEffect, useRef, useState } from 'react';
import { MAX_IMPORT_ROWS } from '../../../../../domain/school.ts';
import { adminSentence } from '../../../api/admin-failure.ts';
import { call } from '../../../api/call.ts';
import { ConnectionError } from '../../../api/errors.ts';
import { type Failure, failureOf, Refused } from '../../../api/failure.ts';
import { counted } from '../../../format/counted.ts';
import { showToast } from '../../../ui/toasts.ts';
import { sayFailure } from './failure-toasts.ts';
import { parseImport } from './parse-import.ts';
import { UnreadableText } from './parse-table.ts';
import { showImported, useUnderWay, whileMaking } from './shown-once.ts';
import { type CheckedRow, checkImport, countOutcomes, recheckImports } from './useImportCheck.ts';
import { reloadSchool } from './useSchool.ts';

const FAILED = 'Batch import failed';

/** Looks at the list once more, and imports who is new. */
export function useImport(schoolId: string, onDone: () => void) {
  const [isRunning, setRunning] = useState(false);
  const importing = useUnderWay(schoolId);
  const [failure, setFailure] = useState<Failure>();
  // State comes a render too late for the second of two quick presses.
  const running = useRef(false);
  const isHere = useIsHere();

  async function send(text: string, leavesOut: boolean): Promise<void> {
    const { rows } = parseImport(text);
    if (rows.length === 0) throw new Refused('Enter the users to import first.');
    if (rows.length > MAX_IMPORT_ROWS)
      throw new Refused(`At most ${MAX_IMPORT_ROWS} users can be imported at once.`);
    const wanted = wantedOf(await checkImport(schoolId, rows), leavesOut);
    await whileMaking(schoolId, wanted.length, async () => {
      const { imported } = await call('POST /admin/schools/{schoolId}/batch-import', {
        as: 'platformAdmin',
        params: { schoolId },
        json: wanted,
      });
      showImported(schoolId, imported);
    });
    onDone();
    showToast({ tone: 'done', text: 'Batch import successful!' });
    void reloadSchool(schoolId);
  }

  async function run(text: string, leavesOut: boolean): Promise<void> {
    if (running.current || importing !== undefined) return;
    running.current = true;
    setRunning(true);
    setFailure(undefined);
    try {
      await send(text, leavesOut);
    } catch (error) {
      setFailure(failureIn(error));
      // An admin who is looking at another tab by now would not learn of it.
      if (!isHere.current) sayFailure(error, FAILED);
      recheckImports();
    }
    running.current = false;
    setRunning(false);
  }

  return {
    isRunning: isRunning || importing !== undefined,
    importing,
    failure,
    run,
    clear: () => setFailure(undefined),
  };
}

type ImportedRole = 'student' | 'teacher';

function wantedOf(rows: readonly CheckedRow[], leavesOut: boolean) {
  const { faulty, exists } = countOutcomes(rows);
  if (faulty > 0) throw new Refused(`${counted(faulty, 'row is', 'rows are')} faulty. Correct them first.`);
  if (exists > 0 && !leavesOut)
    throw new Refused(
      `${counted(exists, 'row is', 'rows are')} already there. Leave them out or remove them.`,
    );
  const wanted = rows.filter(({ outcome }) => outcome === 'new');
  if (wanted.length === 0) throw new Refused('Everybody in this list is already there.');
  // Found new by the server, so the role is one of the two.
  return wanted.map(({ username, email, role }) => ({ username, email, role: role as ImportedRole }));
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
