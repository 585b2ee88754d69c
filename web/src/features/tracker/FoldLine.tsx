import type { Fold } from './folds.ts';
import type { useOpenFolds } from './view.ts';

type FoldLineProps = {
  fold: Fold;
  folds: ReturnType<typeof useOpenFolds>;
  inGrid?: boolean;
};

/** One line for sittings without papers: why there are none, and the way to see them. */
export function FoldLine({ fold, folds, inGrid = false }: FoldLineProps) {
  const isOpen = folds.isOpen(fold);
  return (
    <div className="fold-line" {...(inGrid && { role: 'gridcell' })}>
      <span>{fold.words}</span>
      <button
        {...(inGrid && { 'data-stop': true, tabIndex: -1 })}
        type="button"
        className="fold-toggle"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? 'Hide' : 'Show'} ${fold.words}`}
        onClick={() => folds.set(fold, !isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'}
      </button>
    </div>
  );
}
