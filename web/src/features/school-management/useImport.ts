import { useEffect, useRef, useState } from 'react';
import { MAX_CHECK_ROWS, MAX_IMPORT_ROWS } from '../../../../domain/school.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { call } from '../../api/call.ts';
import { type Failure, failureOf, mayHaveHappened, Refused } from '../../api/failure.ts';
import { UnreadableText } from '../../format/parse-table.ts';
import { showToast } from '../../ui/toasts.ts';
import { archivePeople } from './archive.ts';
import { leaveOpen, settle } from './arrived.ts';
import { sayFailure } from './failure-toasts.ts';
import type { ImportDraft } from './import-draft.ts';
import { type Managed, requestTo } from './managed.ts';
import type { Person } from './people-words.ts';
import {
  groupsJoined,
  membersOf,
  noteOn,
  obstacleIn,
  type PlannedRow,
  planImport,
  rowsToRecheck,
  type WantedRow,
  wantedOf,
  wasShown,
} from './plan-import.ts';
import { readDraft } from './read-draft.ts';
import { besidesDone, changesMore, coursesIn } from './roster/roster-plan.ts';
import type { RosterRequest } from './roster/roster-request.ts';
import {
  type ImportedRow,
  type ImportResult,
  type RosterRest,
  showImported,
  useUnderWay,
  whileMaking,
} from './shown-once.ts';
import { checkImport, isEmptyList, type RosterCheck, recheckImports } from './useImportCheck.ts';
import { reloadSchool } from './useSchool.ts';

const FAILED = 'Batch import failed';

export const TOO_LONG = `A list can have at most ${MAX_CHECK_ROWS.toLocaleString('en-US')} rows.`;

/** Looks at the list once more, and imports who is new, in parts of as many as the server takes at once. */
export function useImport(managed: Managed, onDone: () => void) {
  const [isRunning, setRunning] = useState(false);
  const importing = useUnderWay(managed);
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
      await sendParts(managed, result);
    } finally {
      void reloadSchool(managed);
    }
    onDone();
    showToast({ tone: 'done', text: 'Batch import successful!' });
    // Last, so that its Undo is the one that is offered.
    const { leavers = [] } = result;
    if (leavers.length > 0)
      await archivePeople(managed, leavers).catch((error: unknown) =>
        sayFailure(error, 'Failed to archive them'),
      );
  }

  return {
    isRunning: isRunning || importing !== undefined,
    importing,
    failure,
    /** `shown` is what the reader has seen of what will happen. */
    run: (draft: ImportDraft, shown: readonly PlannedRow[], left: readonly Person[]) =>
      once(async () => {
        const leavers = left.filter(({ id }) => draft.archived.includes(id));
        const { planned, roster } = await planAgain(managed, draft, { shown, leavers });
        const wanted = wantedOf(planned);
        const rest = roster ? wanted.filter((row) => !row.isHere) : wanted;
        await send({ rows: planned.map(rowBefore), rest, roster, leavers });
      }),
    /** After a part that failed. */
    goOn: (result: ImportResult) =>
      once(async () => {
        const settled = await withArrived(managed, result);
        showImported(managed, settled);
        await send(settled);
      }),
    clear: () => setFailure(undefined),
  };
}

export type ImportJob = ReturnType<typeof useImport>;

/** Asks the server again, right before anything is done. */
async function planAgain(
  managed: Managed,
  draft: ImportDraft,
  { shown, leavers }: { shown: readonly PlannedRow[]; leavers: readonly Person[] },
) {
  const { rows, roster, problem } = readDraft(draft);
  if (problem !== undefined) throw new Refused(problem);
  if (isEmptyList({ rows, roster })) throw new Refused('Enter the users to import first.');
  if (rows.length > MAX_CHECK_ROWS) throw new Refused(TOO_LONG);
  const checked = await checkImport(managed, { rows, roster });
  const first = planImport(checked.rows, draft, { domain: undefined });
  const hasNames = first.some(({ name }) => name !== undefined);
  const recheck = hasNames ? await checkImport(managed, { rows: rowsToRecheck(first), roster }) : undefined;
  const planned = planImport(first, draft, { domain: undefined, recheck: recheck?.rows });
  const obstacle = obstacleIn(planned, changesMore(checked.roster, leavers, draft));
  if (obstacle !== undefined) throw new Refused(obstacle);
  const seen = new Map(shown.map((row) => [row.row, row]));
  if (!planned.every((row) => wasShown(row, seen)))
    throw new Refused('Some rows need a decision. Look at what will happen first.');
  return { planned, roster: roster && checked.roster && restOf(planned, draft, roster, checked.roster) };
}

/** What a roster does when everybody new is there. */
function restOf(
  planned: readonly PlannedRow[],
  { courses, endsLinks }: ImportDraft,
  { id, request }: { id: number; request: RosterRequest },
  check: RosterCheck,
): RosterRest {
  return {
    id,
    request,
    members: membersOf(planned),
    courses: coursesIn(check, courses),
    endsLinks,
    linksEnded: check.counts.links_ended,
    besides: besidesDone(check, { courses, endsLinks }),
  };
}

/** Asks what has become of the rest. */
async function withArrived(managed: Managed, result: ImportResult): Promise<ImportResult> {
  const { rest, roster } = result;
  if (rest.length === 0) return result;
  const rows = rest.map(({ name, ...row }) => ({ ...row, ...(name !== undefined && { fullName: name }) }));
  return settle(result, (await checkImport(managed, { rows, roster })).rows);
}

const DONE: readonly ImportedRow['became'][] = ['added', 'taken_in', 'changed'];
const countDone = ({ rows }: ImportResult): number =>
  rows.filter(({ became }) => DONE.includes(became)).length;

/** What a part has made is shown, whatever becomes of the next. */
function sendParts(managed: Managed, given: ImportResult): Promise<void> {
  const total = countDone(given) + given.rest.length;
  return whileMaking(managed, async (tell) => {
    let result = given;
    while (result.rest.length > 0) {
      const part = result.rest.slice(0, MAX_IMPORT_ROWS);
      tell({ reached: total - result.rest.length + part.length, total });
      try {
        const sent = result.roster ? await sendPeople(managed, part) : await sendPart(managed, part);
        result = withPart(result, sent);
        showImported(managed, result);
      } catch (error) {
        if (!mayHaveHappened(error)) throw error;
        result = await withArrived(managed, result).catch(() => leaveOpen(result));
        // Where nobody was made the list stays, to be sent again.
        const hasNews = countDone(result) > 0 || result.rows.some(({ became }) => became === 'unknown');
        if (hasNews) showImported(managed, result);
        if (!hasNews || result.rest.length > 0) throw error;
      }
    }
    if (!result.roster) return;
    tell({ reached: total, total });
    const { roster, ...done } = result;
    showImported(managed, await finishRoster(managed, done, roster));
  });
}

function withPart({ rows, rest, ...more }: ImportResult, part: readonly ImportedRow[]): ImportResult {
  const made = new Map(part.map((row) => [row.id, row]));
  return {
    rows: rows.map((row) => ({ ...row, ...made.get(row.id), note: row.note })),
    rest: rest.slice(MAX_IMPORT_ROWS),
    ...more,
  };
}

async function sendPart(managed: Managed, part: readonly WantedRow[]): Promise<ImportedRow[]> {
  const answer = await call('POST /admin/schools/{schoolId}/batch-import', {
    ...requestTo(managed),
    json: part.map(({ isHere: _isHere, sourcedId: _sourcedId, ...row }) => row),
  });
  const rowOf = new Map(part.map((row) => [row.email.toLowerCase(), row]));
  const common = (user: { username: string | null; email: string; role: string }) => ({
    id: rowOf.get(user.email)?.row ?? 0,
    username: user.username ?? '',
    email: user.email,
    role: user.role,
    note: null,
  });
  return [
    ...answer.imported.map((user) => ({
      ...common(user),
      password: user.password,
      became: 'added' as const,
    })),
    ...answer.taken_in.map((user) => ({ ...common(user), password: null, became: 'taken_in' as const })),
    ...answer.changed.flatMap((email) => {
      const row = rowOf.get(email);
      return row ? { ...common({ ...row, email }), password: null, became: 'changed' as const } : [];
    }),
  ];
}

const ROSTER = 'POST /admin/schools/{schoolId}/roster';

const asPerson = ({ row, username, email, role, name, sourcedId = '', take_in: id }: WantedRow) => ({
  row,
  sourced_id: sourcedId,
  username,
  email: email === '' ? null : email,
  name: name ?? null,
  // Changes do not repeat it.
  role: (role as string) === '' ? null : role,
  ...(id !== undefined && { take_in: id }),
});

/** People of a roster who are new, or join. */
async function sendPeople(managed: Managed, part: readonly WantedRow[]): Promise<ImportedRow[]> {
  const { imported, taken_in: takenIn } = await call(ROSTER, {
    ...requestTo(managed),
    json: { people: part.map(asPerson) },
  });
  const common = (user: { row: number; username: string | null; email: string | null; role: string }) => ({
    id: user.row,
    username: user.username ?? '',
    email: user.email ?? '',
    role: user.role,
    note: null,
  });
  return [
    ...imported.map((user) => ({ ...common(user), password: user.password, became: 'added' as const })),
    ...takenIn.map((user) => ({ ...common(user), password: null, became: 'taken_in' as const })),
  ];
}

/** Everybody new is there: now what changed about the others, and the classes. */
async function finishRoster(
  managed: Managed,
  result: ImportResult,
  roster: RosterRest,
): Promise<ImportResult> {
  const { request, members, courses, endsLinks, linksEnded, besides } = roster;
  await call(ROSTER, {
    ...requestTo(managed),
    json: {
      people: members.map(asPerson),
      classes: {
        list: request.classes,
        is_delta: request.is_delta,
        courses,
        ends_links: endsLinks,
        links_ended: linksEnded,
      },
    },
  });
  return {
    ...result,
    rows: result.rows.map((row) => (row.became === 'waiting' ? { ...row, became: 'changed' } : row)),
    besides,
  };
}

/** A row of the result as long as nothing has been sent. */
function rowBefore(planned: PlannedRow): ImportedRow {
  const { row: id, username, email, role, kind, choice, outcome } = planned;
  const became =
    kind === 'unchanged'
      ? 'unchanged'
      : kind === 'left_out' || choice === 'leave_out'
        ? 'left_out'
        : 'waiting';
  const isClaimed = outcome === 'unproved' && choice === 'take_in';
  return {
    id,
    username,
    email,
    role,
    fullName: planned.fullName,
    groups: groupsJoined(planned),
    password: null,
    became,
    note: noteOn(planned),
    isClaimed,
  };
}

function failureIn(error: unknown): Failure {
  if (error instanceof UnreadableText) return { sentence: error.message };
  return failureOf(error, () => adminSentence(error, FAILED), {
    hint: 'The check below shows whether anybody was imported. If so, reset their passwords.',
  });
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
