import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { paperLabel } from '../../../../domain/papers.ts';
import { useBoxes } from './boxes.ts';
import { CombinedBadge, RecordTile } from './CombinedStatus.tsx';
import { FoldLine } from './FoldLine.tsx';
import { useFolds } from './folds.ts';
import { NotSet } from './NotSet.tsx';
import { PaperTick } from './PaperTick.tsx';
import { SelectAll, SittingCount } from './SittingCount.tsx';
import { useIsSelecting } from './several.ts';
import type { SittingPaperView, SittingView } from './sittings.ts';
import { useLongPress } from './useLongPress.ts';
import { useOpenFolds, useOpenSittings } from './view.ts';

type SittingCardsProps = { subjectId: string; sittings: readonly SittingView[] };

/** A phone's view: a card for every sitting; the newest one is open unless somebody has arranged it otherwise. */
export function SittingCards({ subjectId, sittings }: SittingCardsProps) {
  const lines = useFolds(subjectId, sittings);
  const ids = sittings.map(({ id }) => id);
  const cards = useOpenSittings(subjectId, ids, lines.find((line) => !('words' in line))?.id);
  const folds = useOpenFolds(subjectId);
  const longPress = useLongPress();
  const cardOf = (sitting: SittingView) => (
    <SittingCard
      key={sitting.id}
      sitting={sitting}
      isOpen={cards.isOpen(sitting.id)}
      onToggle={(isOpen) => cards.set(sitting.id, isOpen)}
    />
  );
  return (
    <div className="grid gap-2" {...longPress}>
      {lines.map((line) =>
        'words' in line ? (
          <Fragment key={line.id}>
            <FoldLine fold={line} folds={folds} />
            {folds.isOpen(line) && line.sittings.map(cardOf)}
          </Fragment>
        ) : (
          cardOf(line)
        ),
      )}
    </div>
  );
}

type SittingCardProps = { sitting: SittingView; isOpen: boolean; onToggle: (isOpen: boolean) => void };

function SittingCard({ sitting, isOpen, onToggle }: SittingCardProps) {
  // The room of the tiles is then that of `SelectAll`.
  const isSelecting = useIsSelecting();
  return (
    <div className="relative">
      <details
        className="sitting group"
        data-sitting={sitting.id}
        open={isOpen}
        onToggle={(event) => onToggle(event.currentTarget.open)}
      >
        <summary className="flex min-h-12 items-center gap-2 rounded-lg px-4 py-2 select-none focus-visible:-outline-offset-2">
          <ChevronRight className="-ml-1 size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90" />
          <span className="flex-1">
            <span className="font-semibold tabular-nums">{sitting.year}</span> {sitting.session}
          </span>
          {!isSelecting && (
            <span className="tiles group-open:hidden">
              {sitting.papers.map((view) => (
                <RecordTiles key={view.paper} view={view} />
              ))}
            </span>
          )}
          <SittingCount sitting={sitting} />
        </summary>
        {/* What is folded away is not drawn: a long range would be hundreds of boxes nobody looks at. */}
        {isOpen && (
          <ul className="grid gap-3 px-3 pb-3">
            {sitting.papers.map((view) => (
              <li key={view.paper}>
                <PaperLines view={view} />
              </li>
            ))}
          </ul>
        )}
      </details>
      <SelectAll sitting={sitting} />
    </div>
  );
}

function RecordTiles({ view }: { view: SittingPaperView }) {
  return useBoxes(view).map((paper) => <RecordTile key={completionKey(paper)} paper={paper} />);
}

/** A paper with variants has a line of its own for its name and status, and below it one for each. */
function PaperLines({ view }: { view: SittingPaperView }) {
  const { paper: name, papers, hasVariants, notSet } = view;
  const label = paperLabel(name);
  const boxes = useBoxes(view);
  const lines = (shown: readonly PaperId[]) =>
    shown.map((paper, index) => (
      // Where one gives way to another, the focus stays.
      <div key={index === 0 ? 'first' : completionKey(paper)} className="not-first:mt-2">
        <PaperTick paper={paper} label={paper.timezone === null ? label : `${label} ${paper.timezone}`} />
      </div>
    ));
  if (!hasVariants)
    return (
      <>
        {lines(boxes)}
        {notSet !== undefined && (
          <NotSet view={view} reason={notSet} canTick={boxes.length > 0} label={label} />
        )}
      </>
    );
  return (
    <>
      <p className="flex min-h-8 items-center justify-between gap-2 px-1">
        <span className="font-medium">{label}</span>
        <CombinedBadge view={view} />
      </p>
      <div className="grid grid-cols-2 gap-2">
        {papers.map((paper) => (
          <PaperTick key={paper.timezone} paper={paper} label={paper.timezone} />
        ))}
      </div>
      {lines(boxes.filter((paper) => !papers.includes(paper)))}
    </>
  );
}
