import { Breakable } from '../ui/Breakable.tsx';

/** An e-mail address; some school admins have none. */
export function Address({ children }: { children: string | null }) {
  return children === null ? <OrNotSet>{null}</OrNotSet> : <Breakable>{children}</Breakable>;
}

/** Users may have been imported without a username, and school admins have no e-mail address. */
export function OrNotSet({ children }: { children: string | null }) {
  return children ?? <span className="font-normal text-ink-soft">Not set</span>;
}
