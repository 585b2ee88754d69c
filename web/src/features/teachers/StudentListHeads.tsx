import { ArrowDown, ArrowUp } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/Select.tsx';
import { LIST_ORDERS, type ListOrder } from './student-rows.ts';

/** Of the heads and of the rows. */
export const COLUMNS =
  'md:grid md:grid-cols-[minmax(0,1fr)_8.5rem_5rem_7.5rem_2.75rem] md:items-center md:gap-x-3 print:grid print:grid-cols-[minmax(0,1fr)_8.5rem_5rem_7.5rem] print:gap-x-3';

const HEADS: { id: ListOrder; words: string }[] = [
  { id: 'name', words: 'Student' },
  { id: 'progress', words: 'Done' },
  { id: 'average', words: 'Average' },
  { id: 'activity', words: 'Last activity' },
];

type HeadsProps = {
  order: ListOrder;
  reversed: boolean;
  onOrder: (order: ListOrder, reversed: boolean) => void;
};

/** They sort the list; on a phone a select does. */
export function StudentListHeads({ order, reversed, onOrder }: HeadsProps) {
  return (
    <>
      <div className="px-4 pb-3 md:hidden print:hidden">
        <Select
          aria-label="Sort by"
          value={order}
          onChange={(event) =>
            onOrder(LIST_ORDERS.find((id) => id === event.currentTarget.value) ?? 'name', false)
          }
        >
          {HEADS.map(({ id, words }) => (
            <option key={id} value={id}>
              By {id === 'name' ? 'name' : words.toLowerCase()}
            </option>
          ))}
        </Select>
      </div>
      <fieldset
        className={cx(COLUMNS, 'pr-2 pl-5 text-small font-medium text-ink-soft max-md:hidden print:grid!')}
      >
        <legend className="sr-only">Sort by</legend>
        {HEADS.map(({ id, words }) => {
          const isChosen = id === order;
          // A name rises from A; the others fall from the most and the latest.
          const Arrow = (id === 'name') === reversed ? ArrowDown : ArrowUp;
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isChosen}
              className={cx(
                'flex min-h-9 items-center gap-1 hover:text-ink print:flex!',
                isChosen && 'text-ink',
              )}
              onClick={() => onOrder(id, isChosen && !reversed)}
            >
              {words}
              {isChosen && <Arrow className="size-3.5 print:hidden" aria-hidden="true" />}
            </button>
          );
        })}
      </fieldset>
    </>
  );
}
