import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';

/** A choice without the frame of a field: `aria-label` says what it chooses. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <span className="relative block">
      <select {...props} className="field appearance-none truncate pr-10" />
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
        aria-hidden="true"
      />
    </span>
  );
}
