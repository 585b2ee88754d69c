import { X } from 'lucide-react';
import { IconButton } from './IconButton.tsx';

type FilterChoice = {
  /** 'Kind'. */
  kind: string;
  /** 'Logins of users'. */
  value: string;
  /** 'Inactive for 14 days', instead of the two. */
  whole?: string | undefined;
};

type FilterChipsProps<Choice extends FilterChoice> = {
  choices: readonly Choice[];
  onRemove: (choice: Choice) => void;
};

/** What a list is narrowed to, each with the way to take it back. */
export function FilterChips<Choice extends FilterChoice>({ choices, onRemove }: FilterChipsProps<Choice>) {
  if (choices.length === 0) return null;
  return (
    <ul aria-label="Filters" className="flex min-w-0 flex-wrap gap-1.5">
      {choices.map((choice) => (
        <li
          key={choice.kind}
          className="inline-flex min-h-8 max-w-full min-w-0 items-center rounded-full border border-line bg-surface pl-3 text-small font-medium print:pr-3"
        >
          <span className="truncate" title={choice.whole ?? choice.value}>
            {choice.whole ?? (
              <>
                <span className="text-ink-soft">{choice.kind}:</span> {choice.value}
              </>
            )}
          </span>
          <IconButton
            size="small"
            className="rounded-full!"
            title="Remove"
            aria-label={`Remove filter ${choice.kind}`}
            icon={<X className="size-4!" />}
            onClick={() => onRemove(choice)}
          />
        </li>
      ))}
    </ul>
  );
}
