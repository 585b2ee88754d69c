/** An e-mail address that, where it is too long for one line, is broken before its @ rather than anywhere. */
export function Address({ children }: { children: string | null }) {
  if (children === null) return <OrNotSet>{null}</OrNotSet>;
  const at = children.lastIndexOf('@');
  if (at <= 0) return children;
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  );
}

/** Users may have been imported without a username, and school admins have no e-mail address. */
export function OrNotSet({ children }: { children: string | null }) {
  return children ?? <span className="font-normal text-ink-soft">Not set</span>;
}
