/** Users may have been imported without a username, and school admins have no e-mail address. */
export function OrNotSet({ children }: { children: string | null }) {
  return children ?? <span className="font-normal text-ink-soft">Not set</span>;
}
