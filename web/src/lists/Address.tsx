/** An e-mail address that, where it is too long for one line, is broken before its @ or a dot rather than anywhere. */
export function Address({ children }: { children: string | null }) {
  if (children === null) return <OrNotSet>{null}</OrNotSet>;
  return children.split(/(?=[@.])/).flatMap((part, index) => [
    // oxlint-disable-next-line react/no-array-index-key -- in its place in the address, which never changes without it
    index > 0 && <wbr key={index} />,
    part,
  ]);
}

/** Users may have been imported without a username, and school admins have no e-mail address. */
export function OrNotSet({ children }: { children: string | null }) {
  return children ?? <span className="font-normal text-ink-soft">Not set</span>;
}
