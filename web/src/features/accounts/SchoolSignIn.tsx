import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../../contract/index.ts';
import { API_BASE, call } from '../../api/call.ts';
import { pathTo } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/**
 * Below a login, where any school has a sign-in of its own. With one school there is nothing to choose. It comes when it is
 * known, and so last of all: nothing moves that somebody is about to press.
 */
export function SchoolSignIn() {
  const [options, setOptions] = useState<Output<'GET /sign-in/options'>>();
  useEffect(() => {
    const control = new AbortController();
    call('GET /sign-in/options', { as: 'nobody', signal: control.signal }).then(setOptions, () => undefined);
    return () => control.abort();
  }, []);
  if (!options?.school_sign_in) return null;
  const words = 'Sign in with your school';
  return (
    <div className="mt-2 w-full">
      {options.only_school === null ? (
        <Link href={pathTo('signIn')} asChild>
          <ButtonLink block>{words}</ButtonLink>
        </Link>
      ) : (
        <ButtonLink block href={`${API_BASE}/sign-in/${options.only_school}/start`}>
          {words}
        </ButtonLink>
      )}
    </div>
  );
}
