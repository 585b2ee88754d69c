import { type ReactNode, useId } from 'react';

type AccountPartProps = { title: string; text: string; children: ReactNode };

/** One of the things that a user can see or do about what is kept of them. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <h3 id={id} className="text-body">
        {title}
      </h3>
      <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      <div className="mt-3">{children}</div>
    </section>
  );
}
