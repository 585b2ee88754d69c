import { completionKey } from '../../../../domain/completion-key.ts';
import type { Paper } from '../../../../domain/papers.ts';
import { cx } from '../../ui/cx.ts';
import { useBoxes } from './boxes.ts';
import { CombinedBadge } from './CombinedStatus.tsx';
import { NotSet } from './NotSet.tsx';
import { PaperTick } from './PaperTick.tsx';
import { SelectAll, SittingCount } from './SittingCount.tsx';
import type { SittingPaperView, SittingView } from './sittings.ts';

type SittingRowProps = {
  sitting: SittingView;
  columns: readonly Paper[];
  isOpen: boolean;
  onToggle: () => void;
};

/** One sitting. Closed, the two variants of a paper stand side by side; open, each has a line of its own. */
export function SittingRow({ sitting, columns, isOpen, onToggle }: SittingRowProps) {
  const cells = columns.map((column) => sitting.papers.find(({ paper }) => paper === column));
  return (
    <>
      <div role="row" className={cx('papers-row', sitting.beginsYear && 'papers-year')}>
        <div role="rowheader" className="papers-first">
          <SittingHead sitting={sitting} isOpen={isOpen} onToggle={onToggle} />
          <SelectAll sitting={sitting} />
        </div>
        {cells.map((view, index) => (
          <div key={columns[index]} role="gridcell" className="papers-cell">
            <PaperCell view={view} isOpen={isOpen} />
          </div>
        ))}
      </div>
      {isOpen && (
        <div role="row" className="papers-row papers-zones">
          <div role="rowheader" className="papers-first papers-zone-names">
            <span className="sr-only">
              {sitting.session} {sitting.year}:{' '}
            </span>
            <span>TZ1</span>
            <span>TZ2</span>
          </div>
          {cells.map((view, index) => (
            <div key={columns[index]} role="gridcell" className="papers-cell flex-col">
              <ZoneCell view={view} />
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** The year stands out where it begins; below it, it is only repeated. */
function SittingHead({ sitting, isOpen, onToggle }: Omit<SittingRowProps, 'columns'>) {
  const { year, session, beginsYear, hasVariants } = sitting;
  const words = (
    <>
      <span className={beginsYear ? 'font-semibold' : 'text-ink-soft'}>{year}</span> {session}
      <SittingCount sitting={sitting} />
    </>
  );
  if (!hasVariants) return <span className="papers-head-words">{words}</span>;
  return (
    <button
      type="button"
      data-stop
      tabIndex={-1}
      className="papers-head-words"
      data-sitting={sitting.id}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {words}
    </button>
  );
}

function PaperCell({ view, isOpen }: { view: SittingPaperView | undefined; isOpen: boolean }) {
  return view ? <Boxes view={view} isOpen={isOpen} /> : <NotApplicable />;
}

function Boxes({ view, isOpen }: { view: SittingPaperView; isOpen: boolean }) {
  const { papers, hasVariants, notSet } = view;
  const boxes = useBoxes(view);
  const shown = hasVariants && isOpen ? boxes.filter((paper) => !papers.includes(paper)) : boxes;
  return (
    <>
      {shown.map((paper, index) => (
        <PaperTick
          // Where one gives way to another, the focus stays.
          key={index === 0 ? 'first' : completionKey(paper)}
          paper={paper}
          // Where the head does not say which it is.
          label={!hasVariants && (boxes.length > 1 || !papers.includes(paper)) ? paper.timezone : undefined}
          inGrid
        />
      ))}
      {notSet !== undefined && <NotSet view={view} reason={notSet} canTick={boxes.length > 0} inGrid />}
      {hasVariants && <CombinedBadge view={view} />}
    </>
  );
}

function ZoneCell({ view }: { view: SittingPaperView | undefined }) {
  if (!view?.hasVariants) return <NotApplicable />;
  return view.papers.map((paper) => <PaperTick key={paper.timezone} paper={paper} inGrid />);
}

function NotApplicable() {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys pass through every cell
    <span data-stop tabIndex={-1} className="papers-none">
      N/A
    </span>
  );
}
