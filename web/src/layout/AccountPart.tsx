import type { ReactNode } from 'react';

type AccountPartProps = { title: string; text: string; children: ReactNode };

/** One of the things that a user can see or do about their account. */
export function AccountPart({ title, text, children }: AccountPartProps) {
  return (
    <section className="rounded-md border border-line p-4">
      <h3 className="font-medium">{title}</h3>
      <p className="mt-1 text-pretty text-ink-soft">{text}</p>
      <div className="mt-3">{children}</div>
    </section>
  );
}
