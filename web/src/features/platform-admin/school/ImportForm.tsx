import { useEffect, useMemo, useState } from 'react';
import { MAX_IMPORT_ROWS } from '../../../../../domain/school.ts';
import { counted } from '../../../format/counted.ts';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { pathTo } from '../../../paths.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { cx } from '../../../ui/cx.ts';
import { TextareaField } from '../../../ui/Field.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { DropBox, FileButton } from './ImportFile.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { type ParsedImport, parseImport } from './parse-import.ts';
import { UnreadableText } from './parse-table.ts';
import { readTextFile } from './read-text-file.ts';
import { useImport } from './useImport.ts';
import { type Counts, countOutcomes, useImportCheck } from './useImportCheck.ts';

/** After so long a pause in the typing the list is looked at. */
const PAUSE = 400;

export type ImportFormProps = {
  schoolId: string;
  domain: string | undefined;
  /** The list, which outlives a look at another tab. */
  text: string;
  onText: (text: string) => void;
};

export function ImportForm({ schoolId, domain = '@school.edu', text, onText }: ImportFormProps) {
  const [leavesOut, setLeavesOut] = useState(false);
  const settled = useSettled(text);
  const { rows, notes, problem } = useMemo(() => read(settled), [settled]);
  const check = useImportCheck(schoolId, rows);
  const job = useImport(schoolId, () => onText(''));
  const file = useFile(change);
  const example = exampleFor(domain);

  const isOld = settled !== text;
  const isTooLong = rows.length > MAX_IMPORT_ROWS;
  const counts = countOutcomes(check.data ?? []);
  const obstacle = isOld ? undefined : obstacleIn(counts, leavesOut);
  function change(next: string): void {
    onText(next);
    job.clear();
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <Card
        title="Import Users"
        subtitle="A list of username, email and role: as JSON, as CSV, or pasted from a spreadsheet."
      >
        <form
          noValidate
          method="post"
          action={pathTo('adminSchool', { schoolId })}
          aria-label="Import Users"
          className="grid grid-cols-1 gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_17rem]"
          onSubmit={(event) => {
            event.preventDefault();
            void job.run(text, leavesOut);
          }}
        >
          <div className="min-w-0">
            {job.failure && <FormFailure failure={job.failure} className="mb-3" />}
            <Alert tone="error" className="mb-3">
              {file.problem}
            </Alert>
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
                onChange={(event) => change(event.currentTarget.value)}
              />
            </DropBox>
            <div className="mt-2 flex flex-wrap items-center gap-2">
              <Button
                type="submit"
                variant="primary"
                className="max-sm:w-full"
                disabled={(isTooLong && !isOld) || obstacle !== undefined}
                busy={job.isRunning}
                busyLabel="Importing..."
              >
                Import Users
              </Button>
              <FileButton onFile={file.take} disabled={job.isRunning} />
              {text === '' && (
                <Button variant="ghost" className="max-sm:flex-1 max-sm:px-2" onClick={() => change(example)}>
                  Use the example
                </Button>
              )}
              {obstacle !== undefined && <p className="text-small text-ink-soft sm:ml-1">{obstacle}</p>}
            </div>
          </div>
          <Help domain={domain} isShort={text !== ''} />
        </form>
      </Card>

      {job.importing !== undefined && <Importing count={job.importing} />}
      {job.importing === undefined && isTooLong && (
        <Alert tone="error" title={`At most ${MAX_IMPORT_ROWS} users can be imported at once.`}>
          This list has {rows.length.toLocaleString('en-US')}. Split it into parts.
        </Alert>
      )}
      {job.importing === undefined && !isTooLong && rows.length > 0 && (
        <ImportPreview
          check={check}
          notes={notes}
          counts={counts}
          total={rows.length}
          isOld={isOld}
          action={
            counts.exists > 0 &&
            counts.new > 0 && (
              <Checkbox
                tone="accent"
                checked={leavesOut}
                onChange={(event) => setLeavesOut(event.currentTarget.checked)}
              >
                Leave out the {counted(counts.exists, 'row that is', 'rows that are')} already there
              </Checkbox>
            )
          }
        />
      )}
    </div>
  );
}

/** Why nothing can be imported yet. */
function obstacleIn({ faulty, exists, new: fresh }: Counts, leavesOut: boolean): string | undefined {
  if (faulty > 0) return 'Correct the faulty rows first.';
  if (exists > 0 && fresh === 0) return 'Everybody in this list is already there.';
  if (exists > 0 && !leavesOut) return 'Some are already there: leave them out, or take them from the list.';
  return undefined;
}

function read(text: string): ParsedImport & { problem?: string } {
  try {
    return parseImport(text);
  } catch (error) {
    if (error instanceof UnreadableText) return { rows: [], notes: [], problem: error.message };
    throw error;
  }
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What a file holds goes into the box, where it can be seen and corrected. */
function useFile(onText: (text: string) => void) {
  const [problem, setProblem] = useState<string>();
  async function open(file: File): Promise<void> {
    setProblem(undefined);
    try {
      onText(await readTextFile(file));
    } catch (error) {
      setProblem(error instanceof UnreadableText ? error.message : `${file.name} could not be read.`);
    }
  }
  return { problem, take: (file: File) => void open(file) };
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
          A table needs no head:
          <code className="block wrap-anywhere text-ink">mia.chen, mia.chen{domain}, student</code>
        </li>
        <li>Nothing is imported before every row is right.</li>
        <li>Everybody gets a generated password, shown once after the import.</li>
      </ul>
    </div>
  );
}

/** Calm, because it takes its time: every password is hashed as slowly as a guess should be. */
function Importing({ count }: { count: number }) {
  return (
    <Card role="status">
      <div className="flex items-start gap-3">
        <Spinner className="mt-0.5 size-5 text-accent" />
        <div>
          <p className="font-medium">Creating {counted(count, 'user')}...</p>
          <p className="text-ink-soft">
            {count > 50 && 'This can take up to a minute. '}
            Please keep this page open: the passwords appear here.
          </p>
        </div>
      </div>
    </Card>
  );
}
