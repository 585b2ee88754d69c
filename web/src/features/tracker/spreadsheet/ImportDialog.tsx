import { useMemo, useState } from 'react';
import { MAX_ATTEMPT_CHANGES } from '../../../../../domain/attempts.ts';
import type { Failure } from '../../../api/failure.ts';
import { useApiQuery } from '../../../api/query.ts';
import { counted } from '../../../format/counted.ts';
import { FormFailure } from '../../../layout/FormFailure.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextareaField } from '../../../ui/Field.tsx';
import { DropBox, FileButton, TABLE_FILES } from '../../../ui/FileButton.tsx';
import { Loaded, LoadFailed } from '../../../ui/Loaded.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { importChanges, type ReadTable, readTable, readTableFile } from './import-rows.ts';
import { changesOf, planImport } from './plan-import.ts';
import { takeFocus } from './take-focus.ts';
import { countsOf } from './words.ts';

type ImportDialogProps = { userId: number; onClose: () => void };

const NO_ROWS: ReadonlySet<number> = new Set();

/** First the rows, then what they would do. Nothing is written before the last press. */
export default function ImportDialog({ userId, onClose }: ImportDialogProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [table, setTable] = useState<ReadTable>();
  const [taken, setTaken] = useState(NO_ROWS);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const mine = useApiQuery('GET /completion/spreadsheet', {}, { staleTime: 0, enabled: table !== undefined });
  const plan = useMemo(
    () => (table && mine.data ? planImport(table.rows, mine.data.attempts) : undefined),
    [table, mine.data],
  );
  const changes = plan && table ? changesOf(plan, taken, table.readAt) : [];
  const isTooMany = changes.length > MAX_ATTEMPT_CHANGES;

  function take(read: ReadTable | string): void {
    const isRead = typeof read !== 'string';
    setProblem(isRead ? undefined : read);
    setTable(isRead ? read : undefined);
    setTaken(NO_ROWS);
    setFailure(undefined);
  }

  async function send(): Promise<void> {
    const added = plan?.added.length ?? 0;
    setBusy(true);
    setFailure(undefined);
    const words = countsOf({ new: added, changed: changes.length - added });
    const failed = await importChanges(userId, changes, words);
    setBusy(false);
    setFailure(failed);
    if (!failed) onClose();
  }

  const source = (
    <>
      <DropBox onFile={(file) => void readTableFile(file).then(take)} disabled={false}>
        <TextareaField
          label="Rows"
          name="rows"
          rows={7}
          className="[&_textarea]:font-mono [&_textarea]:text-small"
          placeholder={'Physics HL, 2023, May, Paper 1, TZ1, 2026-11-03, 68, Slow in part B'}
          hint="Subject, year, session, paper, zone, date, score, note. With these names as a header row, the columns can be in any order."
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(undefined);
          }}
          ref={takeFocus}
          data-autofocus
        />
      </DropBox>
      <FileButton
        label="File with papers"
        accept={TABLE_FILES}
        onFile={(file) => void readTableFile(file).then(take)}
        disabled={false}
      />
    </>
  );
  const preview = (
    <>
      <Loaded
        query={mine}
        loading={
          <div aria-busy="true" className="grid gap-2">
            <span className="sr-only">Comparing with your papers...</span>
            <Skeleton className="h-5 w-64 max-w-full" />
            <Skeleton className="h-16 w-full" />
          </div>
        }
        renderFailed={(retry) => (
          <LoadFailed onRetry={retry}>
            Your papers could not be loaded, so the rows could not be compared.
          </LoadFailed>
        )}
      >
        {() => plan && <ImportPreview plan={plan} taken={taken} onTaken={setTaken} />}
      </Loaded>
      {isTooMany && (
        <Alert tone="warning" className="mt-4">
          At most {counted(MAX_ATTEMPT_CHANGES, 'row')} can be imported at once. Import them in parts.
        </Alert>
      )}
      <FormFailure failure={failure} className="mt-4" />
    </>
  );

  return (
    <Dialog
      open
      size="large"
      title="Import papers"
      description={
        table
          ? (table.name ?? 'Pasted rows')
          : 'Paste cells from a spreadsheet, or choose a CSV file. You see what would change before anything is.'
      }
      busy={busy}
      onClose={onClose}
      footer={
        table ? (
          <>
            <Button disabled={busy} onClick={() => setTable(undefined)}>
              Back
            </Button>
            {plan && changes.length === 0 ? (
              <Button variant="primary" onClick={onClose}>
                Close
              </Button>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                busyLabel="Importing..."
                disabled={!plan || isTooMany}
                onClick={() => void send()}
              >
                {plan ? `Import ${counted(changes.length, 'row')}` : 'Import'}
              </Button>
            )}
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => take(readTable(text))}>
              Preview
            </Button>
          </>
        )
      }
    >
      {table ? preview : source}
    </Dialog>
  );
}
