import { Fragment } from 'react';

/** An e-mail address that, where it is too long for one line, is broken before its @ or a dot rather than anywhere. */
export function Address({ children }: { children: string | null }) {
  if (children === null) return <OrNotSet>{null}</OrNotSet>;
  const [first, ...rest] = children.split(/(?=[@.])/);
  // In its place in the address, which never changes without it.
  return (
    <>
      {first}
      {rest.map((part, index) => (
        <Fragment key={`${index}${part}`}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** Users may have been imported without a username, and school admins have no e-mail address. */
export function OrNotSet({ children }: { children: string | null }) {
  return children ?? <span className="font-normal text-ink-soft">Not set</span>;
}
