import { Fragment } from 'react';

/** An e-mail address that, where it is too long for one line, is broken before its @ or a dot rather than anywhere. */
export function Address({ children }: { children: string | null }) {
  if (children === null) return <OrNotSet>{null}</OrNotSet>;
  const parts = children.split(/(?=[@.])/);
  return parts.map((part, index) => {
    const upToHere = parts.slice(0, index + 1).join('');
    return (
      <Fragment key={upToHere}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    );
  });
}

/** Users may have been imported without a username, and school admins have no e-mail address. */
export function OrNotSet({ children }: { children: string | null }) {
  return children ?? <span className="font-normal text-ink-soft">Not set</span>;
}
