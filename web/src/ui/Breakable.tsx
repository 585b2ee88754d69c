import { Fragment } from 'react';

/** A name or an address that, where it is too long for one line, is broken before its @ or a dot rather than anywhere. */
export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?=[@.])/);
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index + 1).join('')}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
