import { Copy, Download } from 'lucide-react';
import { roleLabel } from '../../../../../domain/roles.ts';
import { counted } from '../../../format/counted.ts';
import { type Cell, defused, downloadCsv } from '../../../format/csv.ts';
import { PagedTable } from '../../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../../lists/RowsHolder.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { copyText } from '../../../ui/copy-text.ts';
import { cx } from '../../../ui/cx.ts';
import { forget, type ImportedUser, markTaken, useIsUntaken } from './shown-once.ts';

const COLUMNS = ['Username', 'Email', 'Role', 'Password'];
const GRID = 'sm:grid sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_5rem_10rem] sm:items-baseline sm:gap-x-3';

type ImportResultsProps = { schoolId: string; imported: readonly ImportedUser[] };

/** Who was made, with their passwords: the only time that they are to be seen. */
export function ImportResults({ schoolId, imported }: ImportResultsProps) {
  const isUntaken = useIsUntaken(imported);
  const table: Cell[][] = [
    COLUMNS,
    ...imported.map(({ username, email, role, password }) => [username, email, role, password]),
  ];

  async function copy(): Promise<void> {
    // Pasted into a spreadsheet, a cell is as dangerous as in a file.
    const text = table.map((row) => row.map((cell) => defused(String(cell))).join('\t')).join('\n');
    if (await copyText(text, 'Users and passwords copied to clipboard')) markTaken(imported);
  }
  function download(): void {
    downloadCsv(`imported-users-${new Date().toISOString().slice(0, 10)}.csv`, table);
    markTaken(imported);
  }

  const rows = imported.map((user, index) => ({ ...user, id: index }));
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={isUntaken ? 'warning' : 'success'} title={`${counted(imported.length, 'user')} imported`}>
        {isUntaken
          ? 'The passwords are shown only once. Copy or download them now, and pass them on in person.'
          : 'The passwords are shown only once. You have taken them along.'}
      </Alert>
      <Card
        title="Imported Users"
        flush
        action={
          <div className="flex flex-wrap gap-2">
            <Button
              size="small"
              icon={<Copy className="size-4" aria-hidden="true" />}
              onClick={() => void copy()}
            >
              Copy
            </Button>
            <Button
              size="small"
              variant={isUntaken ? 'primary' : 'secondary'}
              icon={<Download className="size-4" aria-hidden="true" />}
              onClick={download}
            >
              Download CSV
            </Button>
            <Button
              size="small"
              variant={isUntaken ? 'ghost' : 'primary'}
              onClick={() => forget(schoolId, imported)}
            >
              {isUntaken ? 'I have noted the passwords' : 'Import more users'}
            </Button>
          </div>
        }
      >
        <PagedTable
          label="Imported users"
          columns={COLUMNS}
          headClassName={cx(GRID, 'max-sm:sr-only')}
          heights={[105, 45]}
          list={{ rows }}
          renderRow={(user, index, ref) => <Row key={user.id} user={user} index={index} rowRef={ref} />}
        />
      </Card>
    </div>
  );
}

function Row({ user, index, rowRef }: RowPlace & { user: ImportedUser }) {
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className={cx(
        GRID,
        'px-4 py-2.5 wrap-anywhere sm:px-5',
        'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3',
      )}
    >
      <span role="cell" className="min-w-0 font-medium">
        {user.username}
      </span>
      <span role="cell" className="min-w-0 text-ink-soft max-sm:order-3 max-sm:col-span-2">
        {user.email}
      </span>
      <span role="cell" className="text-ink-soft max-sm:order-2">
        {roleLabel(user.role)}
      </span>
      <span role="cell" className="font-mono select-all max-sm:order-4 max-sm:col-span-2">
        {user.password}
      </span>
    </TableRow>
  );
}
