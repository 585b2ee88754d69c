import { UserMinus } from 'lucide-react';
import { counted } from '../../../format/counted.ts';
import type { RowPlace } from '../../../lists/RowsHolder.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { ChoicePills } from '../ChoicePills.tsx';
import { ImportRow } from '../ImportRow.tsx';
import type { ImportDraft } from '../import-draft.ts';
import { alike, type LeftPerson, type LeftRow } from './roster-plan.ts';

const CHOICES = [
  ['keep', 'Keep'],
  ['archive', 'Archive'],
] as const;

type RosterLeftProps = RowPlace & {
  grid: string;
  row: LeftRow;
  all: readonly LeftPerson[];
  draft: ImportDraft;
  onDraft: (changes: Partial<ImportDraft>) => void;
};

/** Who left is kept, unless somebody says otherwise. */
export function RosterLeft({ grid, row, all, draft, onDraft, ...place }: RosterLeftProps) {
  const { id, username, email, name, role } = row.left;
  const { archived } = draft;
  const isArchived = archived.includes(id);
  const same = alike(all, row.left).map((one) => one.id);
  // Beside the choice that was made last.
  const isLast = archived.at(-1) === id && row.others > 0;
  return (
    <ImportRow
      {...place}
      grid={grid}
      row={{ id: '', username: username ?? '', email: email ?? '', fullName: name ?? undefined }}
      role={role}
      icon={UserMinus}
      colour={isArchived ? 'text-part' : 'text-ink-soft'}
    >
      <ChoicePills
        legend={`${username ?? email}: left`}
        choices={CHOICES}
        value={isArchived ? 'archive' : 'keep'}
        onChoose={(choice) =>
          onDraft({
            archived:
              choice === 'archive'
                ? [...archived.filter((one) => one !== id), id]
                : archived.filter((one) => one !== id),
          })
        }
      >
        Left.
      </ChoicePills>
      {isLast && (
        <Checkbox
          tone="accent"
          className="mt-1"
          checked={same.every((one) => archived.includes(one))}
          onChange={({ currentTarget }) =>
            onDraft({
              // Its own comes last, so that the question stays beside it.
              archived: [
                ...archived.filter((one) => !same.includes(one)),
                ...(currentTarget.checked ? same.filter((one) => one !== id) : []),
                id,
              ],
            })
          }
        >
          The same for {counted(row.others, 'other', 'others')} like this
        </Checkbox>
      )}
    </ImportRow>
  );
}
