import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { MAX_CHECK_ROWS, MAX_IMPORT_ROWS } from '../../../../domain/school.ts';
import { counted } from '../../format/counted.ts';
import { UnreadableText } from '../../format/parse-table.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { TextareaField } from '../../ui/Field.tsx';
import { DropBox, FileButton, TABLE_FILES } from '../../ui/FileButton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ImportColumns } from './ImportColumns.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { EMPTY_DRAFT, type ImportDraft } from './import-draft.ts';
import { type Managed, pageOf } from './managed.ts';
import { openFiles } from './open-files.ts';
import { countRows, effectOf, hasTypedNames, obstacleIn, planImport, rowsToRecheck } from './plan-import.ts';
import { readDraft } from './read-draft.ts';
import { RosterSource } from './roster/RosterSource.tsx';
import { besides, changesMore, type LeftPerson, missingFrom } from './roster/roster-plan.ts';
import type { UnderWay } from './shown-once.ts';
import { type ImportJob, TOO_LONG } from './useImport.ts';
import { type ImportList, isEmptyList, useImportCheck } from './useImportCheck.ts';
import { useLostFocus } from './useLostFocus.ts';

/** After so long a pause in the typing the list is looked at. */
const PAUSE = 400;
const NO_ROWS: never[] = [];

export type ImportFormProps = {
  managed: Managed;
  domain: string | undefined;
  /** Everybody of the school. */
  people: readonly LeftPerson[];
  draft: ImportDraft;
  onDraft: (draft: ImportDraft) => void;
  job: ImportJob;
};

export function ImportForm({ managed, domain, people, draft, onDraft, job }: ImportFormProps) {
  const formId = useId();
  const { text, source, isFolded } = draft;
  const settled = useSettled(text, isFolded ? 0 : PAUSE);
  const isOld = settled !== text;
  const { rows, columns, notes, problem, roster, schools, faults } = useMemo(
    () => readDraft({ text: settled, columns: draft.columns, roster: draft.roster }),
    [settled, draft.columns, draft.roster],
  );
  const { check, planned } = usePlan({ managed, list: { rows, roster }, draft, domain });
  const file = useFile((read) => change({ ...EMPTY_DRAFT, ...read, isFolded: true }));
  const example = exampleFor(domain ?? '@school.edu');
  const place = useRef<HTMLDivElement>(null);
  // A whole list that is pasted is read like a file.
  const isPasting = useRef(false);

  const isTooLong = rows.length > MAX_CHECK_ROWS;
  const more = check.data?.roster;
  const left = useMemo(
    () => more?.left ?? (draft.isWhole ? missingFrom(rows, people) : NO_ROWS),
    [more, draft.isWhole, rows, people],
  );
  const obstacle =
    isOld || !planned
      ? undefined
      : faults.length > 0
        ? 'Correct the files first.'
        : obstacleIn(planned, changesMore(more, left, draft));
  const hasPreview = job.importing === undefined && !isTooLong && !isEmptyList({ rows, roster });
  // A list that cannot be read has to be seen.
  const isHidden = isFolded && (rows.length > 0 || draft.roster !== undefined);
  // From the list to what unfolds it, and back.
  useLostFocus(isHidden, () => place.current?.querySelector<HTMLElement>('textarea, button'));
  function change(changes: Partial<ImportDraft>): void {
    onDraft({ ...draft, ...changes });
    job.clear();
  }

  const button = (
    <Button
      type="submit"
      form={formId}
      variant="primary"
      className={cx(!hasPreview && 'max-sm:w-full')}
      disabled={(isTooLong && !isOld) || obstacle !== undefined}
      busy={job.isRunning}
      busyLabel="Importing..."
    >
      Import Users
    </Button>
  );
  return (
    <div ref={place} className="grid grid-cols-1 gap-4">
      <Card
        title="Import Users"
        subtitle={
          isHidden
            ? `${counted(rows.length, draft.roster ? 'person' : 'row', draft.roster ? 'people' : 'rows')}${source === undefined ? '' : ` from ${source}`}`
            : 'A list of username, email and role: as JSON, as CSV, or pasted from a spreadsheet. Or a roster: OneRoster or School Data Sync.'
        }
        action={
          isHidden && (
            <Button
              size="small"
              disabled={job.isRunning}
              // A roster has no text to be corrected.
              onClick={() => change(draft.roster ? EMPTY_DRAFT : { isFolded: false })}
            >
              Change
            </Button>
          )
        }
      >
        <form
          id={formId}
          noValidate
          method="post"
          action={pageOf(managed)}
          aria-label="Import Users"
          className="grid grid-cols-1 gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void job.run(draft, isOld ? NO_ROWS : (planned ?? NO_ROWS), left);
          }}
        >
          {(job.failure || file.problem) && (
            <div className="grid grid-cols-1 gap-3">
              {job.failure && <FormFailure failure={job.failure} />}
              <Alert tone="error">{file.problem}</Alert>
            </div>
          )}
          {isHidden && draft.roster && (
            <RosterSource
              schools={schools}
              school={draft.roster.school}
              faults={faults}
              problem={problem}
              onSchool={(school) => draft.roster && change({ roster: { ...draft.roster, school } })}
            />
          )}
          {!isHidden && (
            <div className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem]">
              <div className="min-w-0">
                <DropBox onFile={file.take} disabled={job.isRunning}>
                  <TextareaField
                    label="Users"
                    name="users"
                    rows={8}
                    spellCheck={false}
                    autoCapitalize="none"
                    autoComplete="off"
                    placeholder={example}
                    readOnly={job.isRunning}
                    // Said once: after a press it stands above.
                    error={isOld || job.failure ? undefined : problem}
                    hint="Type, paste, or drop a file here."
                    value={text}
                    className="[&_textarea]:font-mono [&_textarea]:text-small"
                    onPaste={() => {
                      isPasting.current = text === '';
                    }}
                    onChange={({ currentTarget }) => {
                      change({ text: currentTarget.value, source: undefined, isFolded: isPasting.current });
                      isPasting.current = false;
                    }}
                  />
                </DropBox>
                <div className="mt-2 flex flex-wrap items-center gap-2">
                  {!hasPreview && button}
                  <FileButton
                    label="File with users"
                    accept={`${TABLE_FILES},.json,application/json,.zip,application/zip`}
                    multiple
                    onFile={file.take}
                    disabled={job.isRunning}
                  />
                  {text === '' && (
                    <Button
                      variant="ghost"
                      className="max-sm:flex-1 max-sm:px-2"
                      onClick={() => change({ text: example })}
                    >
                      Use the example
                    </Button>
                  )}
                </div>
              </div>
              <Help domain={domain ?? '@school.edu'} isShort={text !== ''} />
            </div>
          )}
          {!isOld && columns.length > 0 && job.importing === undefined && (
            <ImportColumns
              columns={columns}
              choices={draft.columns}
              onChoices={(choices) => change({ columns: choices })}
            />
          )}
        </form>
      </Card>

      {job.importing && <Importing {...job.importing} />}
      {job.importing === undefined && isTooLong && (
        <Alert tone="error" title={TOO_LONG}>
          This list has {rows.length.toLocaleString('en-US')}. Split it into parts.
        </Alert>
      )}
      {hasPreview && (
        <ImportPreview
          managed={managed}
          check={check}
          rows={planned}
          left={left}
          notes={notes}
          total={rows.length}
          domain={domain}
          isOld={isOld}
          draft={draft}
          onDraft={change}
          action={
            <>
              <p className="min-w-0 flex-1 text-small text-ink-soft" role="status">
                {isOld || !planned
                  ? ''
                  : (obstacle ?? effectOf(countRows(planned), besides(more, left, draft)))}
              </p>
              {button}
            </>
          }
        />
      )}
    </div>
  );
}

type PlanProps = Pick<ImportFormProps, 'managed' | 'domain' | 'draft'> & { list: ImportList };

/** What will happen, as far as the server was asked. */
function usePlan({ managed, list, draft, domain }: PlanProps) {
  const check = useImportCheck(managed, list);
  const checked = check.data?.rows;
  const first = useMemo(
    () => (checked ? planImport(checked, draft, { domain }) : undefined),
    [checked, draft, domain],
  );
  // Names that somebody typed are looked at as well, together with all the others.
  const names = useSettled(draft.names);
  const named = useMemo(
    () => (first && hasTypedNames(first, draft) ? rowsToRecheck(first) : NO_ROWS),
    // oxlint-disable-next-line react/exhaustive-deps -- only when the typing has paused
    [checked, names],
  );
  const recheck = useImportCheck(
    managed,
    { rows: named, roster: named.length === 0 ? undefined : list.roster },
    { keep: true },
  ).data?.rows;
  const planned = useMemo(
    () => checked && planImport(checked, draft, { domain, recheck: named === NO_ROWS ? undefined : recheck }),
    [checked, draft, domain, recheck, named],
  );
  return { check, planned };
}

function useSettled<T>(value: T, pause = PAUSE): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause);
    return () => clearTimeout(timer);
  }, [value, pause]);
  return settled;
}

/** What a list holds goes into the box, where it can be seen and corrected. A roster has too many files for it. */
function useFile(onRead: (read: Partial<ImportDraft>) => void) {
  const [problem, setProblem] = useState<string>();
  async function open(file: File, all: readonly File[]): Promise<void> {
    setProblem(undefined);
    try {
      onRead(await openFiles(file, all));
    } catch (error) {
      setProblem(error instanceof UnreadableText ? error.message : `${file.name} could not be read.`);
    }
  }
  return { problem, take: (file: File, all: readonly File[]) => void open(file, all) };
}

const exampleFor = (domain: string) =>
  JSON.stringify(
    [
      { username: 'mia.chen', email: `mia.chen${domain}`, role: 'student' },
      { username: 'noah.weber', email: `noah.weber${domain}`, role: 'student' },
      { username: 'ms.okafor', email: `ms.okafor${domain}`, role: 'teacher' },
    ],
    null,
    2,
  )
    // One user a line, so that the whole of it fits the box.
    .replace(/\n {4}/g, ' ')
    .replace(/\n {2}}/g, ' }');

/** On a narrow screen it makes room for what was written. */
function Help({ domain, isShort }: { domain: string; isShort: boolean }) {
  return (
    <div
      className={cx(
        'text-small text-ink-soft lg:border-l lg:border-line lg:pt-8 lg:pl-6',
        isShort && 'max-lg:hidden',
      )}
    >
      <ul className="grid list-disc gap-2 pl-4">
        <li>The role is student or teacher.</li>
        <li>
          A table does not need a header row:
          <code className="block wrap-anywhere text-ink">mia.chen, mia.chen{domain}, student</code>
        </li>
        <li>
          A column named group puts students into the school’s groups; separate several with semicolons.
        </li>
        <li>
          A roster is the ZIP from your school’s system, or its CSV files selected together. It is read in
          your browser; dates of birth, sex and parents are ignored.
        </li>
        <li>Nothing is imported until every row is right.</li>
        <li>Everyone gets a generated password, shown once after the import.</li>
      </ul>
    </div>
  );
}

/** Calm, because it takes its time: every password is hashed as slowly as a guess should be. */
function Importing({ reached, total }: UnderWay) {
  const words =
    total > MAX_IMPORT_ROWS
      ? `${reached.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
      : counted(total, 'user');
  return (
    <Card role="status">
      <div className="flex items-start gap-3">
        <Spinner className="mt-0.5 size-5 text-accent" />
        <div>
          <p className="font-medium">Importing {words}...</p>
          <p className="text-ink-soft">
            {total > 50 && `This can take ${total > MAX_IMPORT_ROWS ? 'a few minutes' : 'up to a minute'}. `}
            Please keep this page open: the passwords appear here.
          </p>
        </div>
      </div>
    </Card>
  );
}
