import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type AccordionProps = Omit<ComponentProps<'details'>, 'title'> & {
  title: ReactNode;
  /** At the end of the line: a count, a pill. */
  meta?: ReactNode;
};

/** Something that folds. Accordions with the same `name` close each other. */
export function Accordion({ title, meta, className, children, ...rest }: AccordionProps) {
  return (
    <details {...rest} className={cx('group', className)}>
      <summary className="flex min-h-11 items-center gap-2 px-4 py-2 font-medium select-none hover:bg-hover focus-visible:-outline-offset-2">
        <ChevronRight
          className="-ml-1 size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1">{title}</span>
        {meta && <span className="shrink-0 font-normal">{meta}</span>}
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  );
}
