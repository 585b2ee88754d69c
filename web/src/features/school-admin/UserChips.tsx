import { subjectName } from '../../../../domain/subjects.ts';
import { defaultYearRange } from '../../../../domain/years.ts';
import {
  type ChosenPapers,
  choosePapers,
  isDefaultRange,
  onlySet,
  shownRange,
} from '../../papers/papers-range.ts';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { FILTERS } from './UserFilters.tsx';
import { useChoices } from './useChoices.ts';
import { chosenIn } from './user-chips.ts';
import type { UsersView } from './users-view.ts';

type UserChipsProps = {
  view: UsersView;
  papers: ChosenPapers;
  onShow: (change: Partial<UsersView>) => void;
};

/** What is chosen, each with the way to take it back. */
export default function UserChips({ view, papers, onShow }: UserChipsProps) {
  const choices = useChoices();
  const arePlain = papers.which === 'all' && isDefaultRange(papers.range);
  const chips = chosenIn(view, choices && { ...choices, subjectName }).map(({ without, ...chip }) => ({
    ...chip,
    remove: () => onShow(without),
  }));
  const ofPapers = {
    kind: 'Papers',
    value: shownRange(papers.range) + onlySet(papers),
    remove: () => choosePapers('schoolPapers', { range: defaultYearRange(), which: 'all' }),
  };
  return (
    <FilterChips
      choices={arePlain ? chips : [...chips, ofPapers]}
      onRemove={({ remove }) => {
        remove();
        // What was pressed goes with the choice.
        document.getElementById(FILTERS)?.focus();
      }}
    />
  );
}
