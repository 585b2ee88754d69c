import { type ReactNode, useState } from 'react';
import { shownDate } from '../../../format/shown-date.ts';
import { Button } from '../../../ui/Button.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import type { ChangedRow, ImportPlan, Value } from './plan-import.ts';
import { takeFocus } from './take-focus.ts';
import { countsOf, nameOf, resultOf } from './words.ts';

type Choices = {
  /** The rows of the file that take the place of what is there. */
  taken: ReadonlySet<number>;
  onTaken: (taken: ReadonlySet<number>) => void;
};

/** What an import would do: what is wrong first, then what needs a choice. What is unchanged is only counted. */
export function ImportPreview({ plan, ...choices }: Choices & { plan: ImportPlan }) {
  const { added, changed, unchanged, faulty } = plan;
  return (
    <div className="grid grid-cols-1 gap-5">
      <p ref={takeFocus} tabIndex={-1} role="status" className="font-medium tabular-nums">
        {countsOf({ new: added.length, changed: changed.length, unchanged, 'with errors': faulty.length })}
      </p>
      <Rows title="With errors" text="These rows are left out." rows={faulty}>
        {({ row, text, fault }) => (
          <Row key={row} row={row} name={fault} isFault>
            {text}
          </Row>
        )}
      </Rows>
      <Rows
        title="Changed"
        text="You already have these papers on the same day, with a different score or note."
        rows={changed}
        aside={changed.length > 1 && <AllChoice changed={changed} {...choices} />}
      >
        {(item) => <Changed key={item.row.row} item={item} {...choices} />}
      </Rows>
      <Rows title="New" rows={added}>
        {({ row, becomes }) => (
          <Row key={row.row} row={row.row} name={nameOf(row.paper)}>
            {valueWords(becomes)}
          </Row>
        )}
      </Rows>
    </div>
  );
}

/** More are drawn when they are asked for: a list may have two thousand. */
const FIRST = 50;

type RowsProps<Item> = {
  title: string;
  text?: string;
  /** Beside the title. */
  aside?: ReactNode;
  rows: readonly Item[];
  children: (item: Item) => ReactNode;
};

function Rows<Item>({ title, text, aside, rows, children }: RowsProps<Item>) {
  const [isWhole, setWhole] = useState(false);
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line pb-2">
        <div>
          <h3 className="text-body">{title}</h3>
          {text && <p className="text-small text-ink-soft">{text}</p>}
        </div>
        {aside}
      </div>
      <ul className="divide-y divide-line">{(isWhole ? rows : rows.slice(0, FIRST)).map(children)}</ul>
      {!isWhole && rows.length > FIRST && (
        <Button size="small" className="mt-2" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString('en-US')}
        </Button>
      )}
    </section>
  );
}

type RowProps = { row: number; name: string; isFault?: boolean; children: ReactNode };

function Row({ row, name, isFault, children }: RowProps) {
  return (
    <li className="flex items-baseline gap-3 py-2.5">
      <span className="w-14 shrink-0 text-small text-ink-soft tabular-nums">Row {row}</span>
      <div className="min-w-0 flex-1">
        <p className={isFault ? 'text-danger' : undefined}>{name}</p>
        <div className="text-small wrap-anywhere text-ink-soft">{children}</div>
      </div>
    </li>
  );
}

/** '3 Nov 2026, 68%. Slow in part B.' */
function valueWords({ done_on, note, ...result }: Value): string {
  const facts = `${dayWords(done_on)}, ${resultOf(result)}`;
  return note === null ? facts : `${facts}: ${note}`;
}
const dayWords = (day: string) => shownDate(new Date(`${day}T00:00`));

const CHOICES = [
  { id: 'mine', label: 'Keep mine' },
  { id: 'file', label: 'Use the file’s' },
] as const;
type Choice = (typeof CHOICES)[number]['id'];

function Changed({ item: { row, mine, becomes }, taken, onTaken }: Choices & { item: ChangedRow }) {
  const name = nameOf(row.paper);
  function choose(choice: Choice): void {
    const next = new Set(taken);
    if (choice === 'file') next.add(row.row);
    else next.delete(row.row);
    onTaken(next);
  }
  return (
    <Row row={row.row} name={`${name}, ${dayWords(row.doneOn)}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <dl className="min-w-32 flex-1">
          <Side label="Mine" value={mine} />
          <Side label="File" value={becomes} />
        </dl>
        <Segments
          label={`Row ${row.row}, ${name}`}
          items={CHOICES}
          value={taken.has(row.row) ? 'file' : 'mine'}
          onChange={choose}
        />
      </div>
    </Row>
  );
}

function Side({ label, value }: { label: string; value: Pick<Value, 'score' | 'marks' | 'note'> }) {
  return (
    <div className="flex gap-2">
      <dt className="w-9 shrink-0 font-medium">{label}</dt>
      <dd className="min-w-0 text-ink tabular-nums">
        {resultOf(value)}
        {value.note !== null && <span className="text-ink-soft">: {value.note}</span>}
      </dd>
    </div>
  );
}

const ALL = [
  { id: 'mine', label: 'Keep all mine' },
  { id: 'file', label: 'Use all the file’s' },
] as const;

/** The same choice for all of them. */
function AllChoice({ changed, taken, onTaken }: Choices & { changed: readonly ChangedRow[] }) {
  const count = changed.filter(({ row }) => taken.has(row.row)).length;
  const some = count === changed.length ? 'file' : 'some';
  return (
    <Segments
      label="All changed rows"
      items={ALL}
      value={count === 0 ? 'mine' : some}
      onChange={(choice) => onTaken(new Set(choice === 'file' ? changed.map(({ row }) => row.row) : []))}
    />
  );
}
