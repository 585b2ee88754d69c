import { memo } from 'react';
import type { Paper } from '../../../../domain/papers.ts';
import { cx } from '../../ui/cx.ts';
import { CombinedBadge, RecordTile, useCombinedStatus } from './CombinedStatus.tsx';
import { PaperTick } from './PaperTick.tsx';
import { SittingCount } from './SittingCount.tsx';
import { paperName, type SittingPaperView, type SittingView } from './sittings.ts';

type SittingRowProps = {
  sitting: SittingView;
  columns: readonly Paper[];
  isOpen: boolean;
  onToggle: (id: string) => void;
};

export const SittingRow = memo(function SittingRow({ sitting, columns, isOpen, onToggle }: SittingRowProps) {
  const toggle = () => onToggle(sitting.id);
  const cells = columns.map((column) => sitting.papers.find(({ paper }) => paper === column));
  return (
    <>
      <div role="row" className={cx('papers-row', sitting.beginsYear && 'papers-year')}>
        <div role="rowheader" className="papers-first">
          <SittingHead sitting={sitting} isOpen={isOpen} onToggle={toggle} />
        </div>
        {cells.map((view, index) => (
          <div key={columns[index]} role="gridcell" className="papers-cell">
            <PaperCell view={view} isOpen={isOpen} onToggle={toggle} />
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
});

type Foldable = { isOpen: boolean; onToggle: () => void };

/** The year stands out where it begins; below it, it is only repeated. */
function SittingHead({ sitting, isOpen, onToggle }: Foldable & { sitting: SittingView }) {
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

function PaperCell({ view, isOpen, onToggle }: Foldable & { view: SittingPaperView | undefined }) {
  const [only] = view?.papers ?? [];
  if (!view || !only) return <NotApplicable />;
  if (!view.hasVariants) return <PaperTick paper={only} inGrid />;
  return <CombinedCell view={view} isOpen={isOpen} onToggle={onToggle} />;
}

function CombinedCell({ view, isOpen, onToggle }: Foldable & { view: SittingPaperView }) {
  const status = useCombinedStatus(view.papers);
  const [first] = view.papers;
  return (
    <button
      type="button"
      data-stop
      tabIndex={-1}
      className="combined"
      aria-expanded={isOpen}
      title={isOpen ? 'Close the row' : 'Open the row to tick TZ1 and TZ2'}
      onClick={onToggle}
    >
      <span className="sr-only">{first && paperName({ ...first, timezone: null })}: </span>
      {view.papers.map((paper) => (
        <RecordTile key={paper.timezone} paper={paper} withScore />
      ))}
      <CombinedBadge status={status} />
    </button>
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
